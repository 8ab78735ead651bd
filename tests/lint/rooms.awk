# The folders inside exec and py: each may use what its row names of the others, by include or (py) by symbol.
# "." are the files at the top; those of exec bring its folders together. Read before includes.awk and symbols.awk.
BEGIN {
    inner["exec/proto"] = "proto"
    inner["exec/relay"] = "relay proto"
    inner["exec/python"] = "python proto"
    inner["exec/docker"] = "docker relay python proto"
    inner["exec/e2b"] = "e2b relay python proto"
    inner["exec/toolfile"] = "toolfile proto"
    inner["exec/runner"] = "runner docker e2b relay proto"
    interface["src/exec/exec.h"] = 1
    # The core, below all, is one layer to its headers: an isolate holds the heap and the classes by value, and who
    # makes or marks an object knows its layout. Its functions have an order all the same (root < gc < obj), but for
    # where they meet: to raise is to make an object, what refers to what is said beside each layout (kinds.def), the
    # heap sweeps the table of interned names, and a limit tells the line it was reached in.
    core = " . gc obj"
    inner["py/."] = inner["py/gc"] = inner["py/obj"] = core
    order["py/."] = 1
    order["py/gc"] = 2
    order["py/obj"] = 3
    meets = "^py_(raise|raise_no_memory|[a-z]+_trace|attrs_of|intern_sweep|frame_line|str_equal)$"
    inner["py/parse"] = "parse"
    inner["py/compile"] = "compile parse" core
    inner["py/vm"] = "vm" core
    inner["py/builtin"] = "builtin compile parse vm" core
    inner["py/mod"] = "mod " inner["py/builtin"]
    inner["py/lib"] = "lib vm" core
    inner["py/embed"] = "embed lib " inner["py/mod"]
}
function has(list, word,    i, n, part) {
    n = split(list, part, " ")
    for (i = 1; i <= n; i++) if (part[i] == word) return 1
    return 0
}
function room_of(path,    part, n) {
    n = split(path, part, "/")
    return part[2] "/" (n > 3 ? part[3] : ".")
}
# May it call `symbol`, which `to` has?
function may_call(from, to, symbol,    a, b) {
    a = room_of(from)
    b = room_of(to)
    if (a in order && b in order && order[a] < order[b]) return symbol ~ meets
    return may_use(from, to)
}
# May the file `from` use `to`, which lies in the same folder of src/?
function may_use(from, to,    a, b) {
    split(room_of(from), a, "/")
    split(room_of(to), b, "/")
    return a[1] != b[1] || !(room_of(from) in inner) || to in interface || has(inner[room_of(from)], b[2])
}
