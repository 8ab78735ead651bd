# The folders inside exec and py: each may use what its row names of the others, by include or (py) by symbol.
# "." are the files at the top; those of exec bring its folders together. Read before includes.awk and symbols.awk.
BEGIN {
    inner["exec/proto"] = "proto"
    inner["exec/relay"] = "relay proto"
    inner["exec/python"] = "python proto"
    inner["exec/docker"] = "docker relay python proto"
    inner["exec/e2b"] = "e2b relay python proto"
    inner["exec/runner"] = "runner docker e2b relay proto"
    interface["src/exec/exec.h"] = 1
    # One level below all: objects are what the collector walks, and both know the isolate.
    bottom = " . gc obj"
    inner["py/."] = inner["py/gc"] = inner["py/obj"] = bottom
    inner["py/parse"] = "parse"
    inner["py/compile"] = "compile parse" bottom
    inner["py/vm"] = "vm" bottom
    inner["py/builtin"] = "builtin compile parse vm" bottom
    inner["py/mod"] = "mod " inner["py/builtin"]
    inner["py/lib"] = "lib vm" bottom
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
# May the file `from` use `to`, which lies in the same folder of src/?
function may_use(from, to,    a, b) {
    split(room_of(from), a, "/")
    split(room_of(to), b, "/")
    return a[1] != b[1] || !(room_of(from) in inner) || to in interface || has(inner[room_of(from)], b[2])
}
