# Symbols of the engine's objects (nm -A -g) against rooms.awk: a header of a lower layer
# may declare what a higher one has, which no include shows.
{
    file = $1
    sub(/\.o:.*/, ".c", file)
    sub(/.*\/obj\/src\//, "src/", file)
}
$(NF - 1) ~ /^[Uvw]$/ { uses[file, $NF] = 1; next }
{ home[$NF] = file }
END {
    for (use in uses) {
        split(use, u, SUBSEP)
        to = home[u[2]]
        if (to && !may_call(u[1], to, u[2]))
            print u[1] ": " u[2] " stands above it, in " to
    }
}
