# Checks the includes of files against the layer table (CONTRIBUTING.md): which folders of the
# project, and which headers of other libraries and of the system, a folder may include; and those
# inside a folder against rooms.awk.
BEGIN {
    ours["base"] = "base"
    ours["py"] = "py base"
    ours["http"] = "http base"
    ours["prompt"] = "prompt base"
    ours["syntax"] = "syntax base"
    ours["model"] = "model http base"
    ours["schema"] = "schema base"
    ours["tool"] = "tool schema http jail base"
    ours["mcp"] = "mcp tool http base"
    ours["jail"] = "jail base"
    ours["exec"] = "exec py jail tool http base"
    ours["agent"] = "agent model tool schema exec prompt syntax base"
    ours["config"] = "config base"
    ours["setup"] = "setup config agent model tool exec http base"
    ours["embed"] = "embed setup config agent model tool schema exec prompt base"
    ours["cli"] = "cli setup config agent model mcp tool schema exec prompt syntax http jail py base"
    ours["gen"] = "gen"
    # Third-party header -> folders that may include it.
    owner["pcre2.h"] = "py base"
    owner["gmp.h"] = "py"
    owner["utf8proc.h"] = "py cli"
    owner["nettle/"] = "py base"
    owner["zlib.h"] = "py exec"
    owner["expat.h"] = "py"
    owner["curl/"] = "http"
    owner["cjson/"] = "base http prompt model schema tool mcp exec agent embed cli"
    owner["tree_sitter/"] = "syntax"
    owner["ini.h"] = "config"
    owner["md4c.h"] = "cli"
    owner["libxml/"] = "tool"
    owner["png.h"] = "tool"
    owner["turbojpeg.h"] = "tool"
    owner["webp/"] = "tool"
    owner["microhttpd.h"] = "mcp"
}
# The file of the project that `name` means in a file of folder `dir`: relative to that, or to src/.
function resolve(dir, name,    first) {
    split(name, first, "/")
    if (first[1] in ours && index(name, "/")) return "src/" name
    while (name ~ /^\.\.\//) { name = substr(name, 4); sub(/\/[^\/]*$/, "", dir) }
    return dir "/" name
}
FNR == 1 {
    split(FILENAME, path, "/")
    folder = path[2]
    depth = split(FILENAME, path, "/")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    name = quoted[2]
    if (name ~ /(^|\/)smolagent\//) next
    target = folder
    if (name ~ /^\.\.\//) {
        up = 0
        while (name ~ /^\.\.\//) { name = substr(name, 4); up++ }
        # A path that climbs above its folder must name the folder it enters.
        if (up > depth - 3) { split(name, first, "/"); target = first[1] }
    } else {
        split(name, first, "/")
        if (first[1] in ours && index(name, "/")) target = first[1]
    }
    if (!has(ours[folder], target))
        print FILENAME ":" FNR ": src/" folder " may not include " quoted[2]
    dir = FILENAME
    sub(/\/[^\/]*$/, "", dir)
    if (!may_use(FILENAME, resolve(dir, quoted[2])))
        print FILENAME ":" FNR ": src/" room_of(FILENAME) " may not include " quoted[2]
    if (folder == "py" && quoted[2] ~ /^base\/(json|log|fs|spawn|keep|flow|child|proc|clock)\.h$/)
        print FILENAME ":" FNR ": the engine has no " quoted[2] " (host access)"
}
/^[ \t]*#[ \t]*include[ \t]*</ {
    split($0, bracket, /[<>]/)
    name = bracket[2]
    for (prefix in owner)
        if (index(name, prefix) == 1 && !has(owner[prefix], folder))
            print FILENAME ":" FNR ": src/" folder " may not include <" name ">"
    if (folder == "py" && name ~ /^(unistd|fcntl|dirent|signal|pthread|time|sys\/(socket|wait|stat|types|random|ioctl|resource)|netdb|dlfcn|spawn)\.h$/)
        print FILENAME ":" FNR ": the engine may not include <" name "> (ambient authority)"
}
