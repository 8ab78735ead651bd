#!/bin/sh
# docs/SECURITY.md against the tests: every file of tests/ that it names exists, and so does every test named behind one.
page=docs/SECURITY.md

grep -o '`tests/[^`]*`' $page | tr -d '`' | sort -u | while read -r path; do
    ls -d $path >/dev/null 2>&1 || echo "$page: there is no $path"
done
sed -n '/^## The test of each claim/,/^## Reporting/p' $page | grep -o '`tests/[^`]*`\|"[^"]*"' |
    while read -r word; do
        case $word in
            \`*) file=$(echo "$word" | tr -d '`') ;;
            *)
                name=$(echo "$word" | tr -d '"')
                case $file in
                    *.bats) grep -qF "@test \"$name" "$file" ;;
                    *) grep -q "^static void $name" "$file" ;;
                esac || echo "$page: $file has no test $word"
                ;;
        esac
    done
grep -q '^| \*\*Fetching\*\*' $page || echo "$page: the table of tests is not found"
