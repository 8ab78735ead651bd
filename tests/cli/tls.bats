#!/usr/bin/env bats
# Servers behind TLS: whose certificate is trusted, and what is said of one that is not.
load helper

certificate=$BATS_TEST_DIRNAME/../server/localhost.pem

# Starts the server; $url is its address. It ends with the test.
serve() {
    command -v python3 >/dev/null || skip "no python3 for the server"
    unset SSL_CERT_FILE CURL_CA_BUNDLE
    export NO_PROXY=localhost,127.0.0.1 no_proxy=localhost,127.0.0.1
    python3 "$BATS_TEST_DIRNAME/../server/tls.py" "$certificate" "$dir/url" >server.out 2>&1 3>&- &
    engine=$! # teardown ends it
    await [ -f "$dir/url" ]
    url=$(cat "$dir/url")
}

ask() { run_split "$BIN" run --no-config -q -m model --base-url "$url" "$@" task; }

@test "a certificate that nobody vouches for is refused, and the message says how to trust it" {
    serve
    ask
    echo "$errors"
    [ "$status" = 9 ]
    [ -z "$output" ]
    [[ $errors == *"/v1/chat/completions: TLS certificate not accepted ("*"); --ca-file FILE trusts the certificates in FILE"* ]]
}

@test "--ca-file trusts a certificate" {
    serve
    ask --ca-file "$certificate"
    [ "$status" = 0 ]
    [ "$output" = 42 ]
}

@test "a trusted certificate for another name is refused" {
    serve
    url=${url/localhost/127.0.0.1}
    ask --ca-file "$certificate"
    echo "$errors"
    [ "$status" = 9 ]
    [[ $errors == *"TLS certificate not accepted"* ]]
}

@test "SSL_CERT_FILE and CURL_CA_BUNDLE name the certificates to trust, as for curl" {
    serve
    SSL_CERT_FILE=$certificate ask
    [ "$status" = 0 ]
    [ "$output" = 42 ]
    CURL_CA_BUNDLE=$certificate SSL_CERT_FILE=/nonexistent ask
    [ "$status" = 0 ]
    [ "$output" = 42 ]
    SSL_CERT_FILE='' ask # as if it were not set
    [ "$status" = 9 ]
    SSL_CERT_FILE=/nonexistent ask --ca-file "$certificate"
    [ "$status" = 0 ]
    [ "$output" = 42 ]
    SSL_CERT_FILE=/nonexistent ask
    echo "$errors"
    [ "$status" = 9 ]
    [[ $errors == *"cannot read the CA file"*/nonexistent* ]]
}

@test "a --ca-file that cannot be opened is said before any server is asked" {
    run_split "$BIN" run --no-config -q -m model --base-url https://localhost:1 --ca-file /nonexistent task
    echo "$errors"
    [ "$status" = 10 ]
    [ -z "$output" ]
    [ "$errors" = "smolagent: --ca-file: cannot open /nonexistent: No such file or directory" ]
}

# proxied COMMAND...: COMMAND beside a model server that keeps connections, behind nghttpx, which speaks HTTP/2
# over TLS at $PROXIED and notes port, protocol, method and status of every request in
# "requests".
proxied() {
    printf '== reply repeat=1 connection=keep %s\n<code>\nprint("on")\n</code>\n== command\ntrue\n' "$form" >keep.case
    cat >proxy.sh <<'END'
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
from=${1#http://127.0.0.1:}
shift
nghttpx -f127.0.0.1,"$port" -b127.0.0.1,"${from%%/*}" --workers=1 --accesslog-file="$PWD/requests" \
    --accesslog-format='$remote_port $alpn $method $status' --errorlog-file="$PWD/proxy.log" \
    "$CERTIFICATE" "$CERTIFICATE" 3>&- &
for _ in $(seq 500); do curl -sk -o /dev/null "https://localhost:$port/v1/none" -m 5 && break; sleep 0.02; done
PROXIED=https://localhost:$port/v1 "$@"
status=$?
kill $!
exit $status
END
    CERTIFICATE=$certificate WORK=$dir "$HELPERS/modelserver" serve keep.case -- sh proxy.sh '{url}' "$@"
}

@test "ten steps over HTTP/2 take one connection, streaming and not" {
    command -v nghttpx >/dev/null || skip "no nghttpx"
    for form in form=sse form=plain; do
        stream=
        [ $form = form=sse ] || stream=--no-stream
        run proxied sh -c '"$0" run --no-config -q -m model --base-url "$PROXIED" --ca-file "$CERTIFICATE" \
            --max-steps 10 --max-repeats 0 --on-max-steps fail '$stream' task' "$BIN"
        echo "$output"; cat requests
        [ "$status" = 3 ]
        [ "$(grep -c ' h2 POST 200$' requests)" = 10 ]
        [ "$(grep POST requests | sort -u | wc -l)" = 1 ]
        rm requests
    done
}
