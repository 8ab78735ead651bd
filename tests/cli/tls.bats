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
    for _ in $(seq 500); do [ -f "$dir/url" ] && break; sleep 0.02; done
    url=$(cat "$dir/url")
}

ask() { run_split "$BIN" run --no-config -q -m model --base-url "$url" "$@" task; }

@test "a certificate that nobody vouches for is refused, and the message says how to trust it" {
    serve
    ask
    echo "$errors"
    [ "$status" = 9 ] && [ -z "$output" ]
    [[ $errors == *"/v1/chat/completions: TLS certificate not accepted ("*"); --ca-file FILE trusts the certificates in FILE"* ]]
}

@test "--ca-file trusts a certificate" {
    serve
    ask --ca-file "$certificate"
    [ "$status" = 0 ] && [ "$output" = 42 ]
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
    [ "$status" = 0 ] && [ "$output" = 42 ]
    CURL_CA_BUNDLE=$certificate SSL_CERT_FILE=/nonexistent ask
    [ "$status" = 0 ] && [ "$output" = 42 ]
    SSL_CERT_FILE='' ask # as if it were not set
    [ "$status" = 9 ]
    SSL_CERT_FILE=/nonexistent ask --ca-file "$certificate"
    [ "$status" = 0 ] && [ "$output" = 42 ]
    SSL_CERT_FILE=/nonexistent ask
    echo "$errors"
    [ "$status" = 9 ]
    [[ $errors == *"cannot read the CA file"*/nonexistent* ]]
}

@test "a --ca-file that cannot be opened is said before any server is asked" {
    run_split "$BIN" run --no-config -q -m model --base-url https://localhost:1 --ca-file /nonexistent task
    echo "$errors"
    [ "$status" = 10 ] && [ -z "$output" ]
    [ "$errors" = "smolagent: --ca-file: cannot open /nonexistent: No such file or directory" ]
}
