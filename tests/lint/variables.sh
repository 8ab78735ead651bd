#!/bin/sh
# Variables of the environment that the source names stand in the table (src/config/variables.def), which help,
# man page and guide list, or are a provider's; and the table has no others.
table=src/config/variables.def
names() { sed -n 's/^VARIABLE("\([^"]*\)".*/\1/p' $table | LC_ALL=C sort -u; }
# Those that the engine's worker is given, and those of sandbox-run's own, are nobody's to set.
ours='SMOLAGENT_GATE|SMOLAGENT_NO_INPUT|PYTHONHASHSEED'
used() {
    find src -name '*.c' ! -path 'src/py/*' -exec grep -hoE '\b(getenv|env|env_set|key_from_env|setting|setting_url)\("[A-Za-z0-9_]+"\)' {} + |
        sed 's/.*("\(.*\)")/\1/'
    grep -hoE '"(CURL_CA_BUNDLE|SSL_CERT_FILE|XDG_[A-Z]+_HOME)"' src/http/request.c src/base/fs.c | tr -d '"' |
        grep -v '^XDG_CACHE_HOME$'
    grep -hoE '"[A-Z]+_API_KEY"' src/tool/web/engines.c | tr -d '"'
    sed -n 's/^#define GENERIC_KEY "\([A-Z_]*\)"$/\1/p' src/model/resolve.c
    printf '%s\n' http_proxy https_proxy no_proxy # libcurl's
}
providers=$(grep -oE '"[A-Z0-9_]+_(API_KEY|TOKEN|BASE_URL|ENDPOINT)"' src/model/resolve.c | tr -d '"' | grep -v SMOLAGENT_ | sort -u)
missing=$(used | grep -E '^[A-Za-z][A-Za-z0-9_]+$' | grep -E '[A-Z]|_proxy$' | grep -vE "^($ours)\$" | LC_ALL=C sort -u | while read -r name; do
    names | grep -qx "$name" || printf '%s\n' "$providers" | grep -qx "$name" || echo "$name"
done)
[ -z "$missing" ] || echo "$table: no row for" $missing
sed -n 's/^VARIABLE("\([^"]*\)".*/\1/p' $table | LC_ALL=C sort | uniq -d | sed "s|.*|$table: two rows for &|"
for name in $(names); do
    used | grep -qx "$name" || echo "$table: $name is looked at nowhere"
done
exit 0
