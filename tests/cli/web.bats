#!/usr/bin/env bats
# Tools for the web on the wire: pages and their faults, requests, search engines, Wikipedia. The
# server is tests/helpers/pageserver.c; since it is this machine, it is granted by its address.
load helper

setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-120}; }

# Starts it; $at is its address, what it is to give lies in pages/.
serve() {
    unset http_proxy https_proxy all_proxy BRAVE_API_KEY SERPER_API_KEY SERPAPI_API_KEY EXA_API_KEY TAVILY_API_KEY
    mkdir pages
    "$HELPERS/pageserver" "$dir/pages" >port 2>&1 3>&- &
    engine=$! # teardown ends it
    await [ -s port ]
    host=127.0.0.1:$(cat port)
    at=http://$host
}

# page NAME TYPE TEXT: the server gives it for /NAME.
page() {
    printf '%s' "$3" >body
    { printf 'HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n' "${4:-200 OK}" "$2" "$(wc -c <body)"; cat body; } >"pages/$1"
}

# moved NAME STATUS LOCATION
moved() { printf 'HTTP/1.1 %s X\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n' "$2" "$3" >"pages/$1"; }

# call EXPRESSION OPTION...: what it gives, or the exception, in $output.
call() {
    replies r.jsonl "try:
    r = $1
except Exception as e:
    r = f'{type(e).__name__}: {e}'
final_answer(r if isinstance(r, str) else repr(r))"
    run_split "$BIN" run --no-config -q -e local -m replay:r.jsonl --tools web "${@:2}" t
    [ "$status" = 0 ] || { echo "$errors"; return 1; }
}

granted() { call "$1" --allow-host "$host" --allow http_request "${@:2}"; }

@test "a page becomes Markdown with absolute links; a redirect changes what they are relative to" {
    serve
    page doc text/html '<title>T</title><nav>no</nav><h1>Head</h1><p>see <a href="next">this</a><ul><li>a<li>b</ul>'
    moved old 301 /doc
    granted "visit_webpage('$at/old')"
    [ "$output" = "# Head

see [this]($at/next)

- a
- b" ]
}

@test "text and JSON stay as they are, charsets are converted, what is no text is named" {
    serve
    page j application/json '{"a": [1, 2]}'
    page l 'text/plain; charset=iso-8859-1' $'caf\xe9 <b>'
    page b 'text/plain; charset=utf-8' $'bad \xff\xfe end'
    page i image/png $'\x89PNG'
    page none text/html '<script>1</script>'
    granted "visit_webpage('$at/j')"
    [ "$output" = '{"a": [1, 2]}' ]
    granted "visit_webpage('$at/l')"
    [ "$output" = 'café <b>' ]
    granted "visit_webpage('$at/b')"
    [ "$output" = 'bad �� end' ]
    granted "visit_webpage('$at/i')"
    [ "$output" = "ValueError: visit_webpage: $at/i: it is image/png of 4 bytes, and no text" ]
    granted "visit_webpage('$at/none')"
    [ "$output" = '[there is no text in this page; scripts may make it]' ]
    granted "visit_webpage('$at/absent')"
    [ "$output" = "RuntimeError: visit_webpage: $at/absent: the server answers with status 404" ]
}

@test "a long page comes in parts, the second without asking again" {
    serve
    { printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n'; for i in $(seq 9000); do echo "<p>line $i"; done; } >pages/long
    granted "[visit_webpage('$at/long')[:6], visit_webpage('$at/long', 2)[-36:], visit_webpage('$at/long', page=3)[-9:]]"
    [ "$output" = "['line 1', '\\n\\n[page 2 of 3; page=3 has the next]', 'line 9000']" ]
    [ "$(grep -c '^GET /long' pages/requests)" = 1 ]
    granted "visit_webpage('$at/long', 9)"
    [ "$output" = 'ValueError: visit_webpage: there is no page 9: it has 3' ]
}

@test "redirects: to what is not granted, in a circle, to other schemes, with a password" {
    serve
    page secret text/plain secret
    moved circle 302 /circle
    moved file 302 file:///etc/passwd
    moved user 302 "http://u:p@$host/secret"
    moved local 302 "http://localhost:${host#*:}/secret"
    moved six 302 "http://[::1]:${host#*:}/secret"
    moved meta 302 http://169.254.169.254/
    granted "visit_webpage('$at/circle')"
    [ "$output" = "ConnectionError: visit_webpage: $at/circle: more than 10 redirects" ]
    [ "$(grep -c '^GET /circle' pages/requests)" = 11 ]
    granted "visit_webpage('$at/file')"
    [[ $output == 'ConnectionError: '*'cannot be followed: file:///etc/passwd: '* ]]
    granted "visit_webpage('$at/user')"
    [[ $output == 'ValueError: '*'must not hold a name or a password'* ]]
    for name in local six meta; do
        granted "visit_webpage('$at/$name')"
        [[ $output == 'PermissionError: '*' address, which is not allowed; --allow-host grants hosts' ]]
    done
    call "visit_webpage('$at/secret')"
    [[ $output == 'PermissionError: '*'leads to a loopback address'* ]]
    [ "$(grep -c '^GET /secret' pages/requests || true)" = 0 ]
}

@test "slow, cut and endless bodies end in an error that says so" {
    serve
    printf '@hang\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nabc' >pages/hang
    printf '@drip\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n' >pages/drip
    printf 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 90\r\n\r\nabc' >pages/cut
    printf '@repeat 20000000 x\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n' >pages/much
    printf 'HTTP/1.1 200 OK\r\nX: %s\r\n\r\n' "$(head -c 400000 /dev/zero | tr '\0' x)" >pages/headers
    printf 'no HTTP at all\n' >pages/garbage
    granted "http_request('$at/hang', timeout=0.3)"
    [[ $output == 'TimeoutError: http_request: '* ]]
    granted "http_request('$at/drip', timeout=0.3)"
    [[ $output == 'TimeoutError: http_request: '* ]]
    granted "http_request('$at/cut')"
    [[ $output == 'ConnectionError: '*'the reply was cut off'* ]]
    granted "http_request('$at/much')"
    [[ $output == 'ConnectionError: '*'reply larger than 8 MiB' ]]
    granted "visit_webpage('$at/headers')"
    [[ $output == 'ConnectionError: '*'the headers of the reply are too large'* ]]
    granted "visit_webpage('$at/garbage')"
    [[ $output == 'ConnectionError: '* ]]
}

@test "HTML of 50 MB, or nested 100,000 deep, ends in text" {
    serve
    printf '@repeat 3300000 <p>words of it\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' >pages/much
    printf '@repeat 100000 <div>\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfirst' >pages/divs
    printf '@repeat 100000 <b><i>x\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfirst' >pages/marks
    granted "visit_webpage('$at/much')[:20] + visit_webpage('$at/much', 210)[-120:]"
    [[ $output == 'words of it'*'[the rest of the page was left out: it is too long]' ]]
    granted "visit_webpage('$at/divs')"
    [ "$output" = first ]
    granted "visit_webpage('$at/marks')[:9]"
    [ "$output" = 'first***x' ]
}

# text.pdf, the smallest of documents: one page, one line.
small_pdf() {
    {
        printf '%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'
        printf '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n'
        printf '4 0 obj<</Length 44>>stream\nBT /F 12 Tf 20 100 Td (Hello from PDF) Tj ET \nendstream endobj\n'
        printf '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%%%EOF\n'
    } >text.pdf
}

@test "PDF is read by pdftotext in the jail, a broken one is told" {
    command -v pdftotext >/dev/null || skip "pdftotext is missing (make deps)"
    serve
    small_pdf
    { printf 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'; cat text.pdf; } >pages/p.pdf
    { printf 'HTTP/1.1 200 OK\r\n\r\n'; cat text.pdf; } >pages/untyped
    page broken application/pdf '%PDF-1.4 nothing'
    granted "visit_webpage('$at/p.pdf')"
    [ "${output%%$'\n'*}" = 'Hello from PDF' ]
    granted "visit_webpage('$at/untyped')"
    [ "${output%%$'\n'*}" = 'Hello from PDF' ]
    granted "visit_webpage('$at/broken')"
    [[ $output == 'RuntimeError: '*'pdftotext cannot read it: it is damaged or locked' ]]
}

@test "pdftotext is started behind the filter and without privileges (strace)" {
    command -v pdftotext >/dev/null || skip "pdftotext is missing (make deps)"
    needs_strace
    serve
    small_pdf
    { printf 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'; cat text.pdf; } >pages/p.pdf
    replies r.jsonl "final_answer(visit_webpage('$at/p.pdf'))"
    run_split strace -f -o calls -e trace=prctl,seccomp,execveat "$BIN" run --no-config -q -e local -m replay:r.jsonl \
        --tools web --allow-host "$host" t
    [ "${output%%$'\n'*}" = 'Hello from PDF' ]
    started=$(awk '/execveat.*pdftotext.* = 0/ { print $1 }' calls)
    [ -n "$started" ]
    awk -v p="$started" '$1 == p { sub(/^[0-9]+ +/, ""); sub(/[({].*MODE_FILTER.*/, "filter"); print }' calls >before
    sed '/execveat/q' before | grep -q filter
    sed '/execveat/q' before | grep -q 'PR_SET_NO_NEW_PRIVS, 1.* = 0'
}

@test "http_request: method, headers, JSON, and the reply of any status as a dict" {
    serve
    page api application/json '{"ok": true}' '201 Created'
    granted "http_request('$at/api', method='put', json={'a': [1, 'é']}, headers={'X-Key': 'k'})"
    [ "$output" = "{'status': 201, 'headers': {'content-type': 'application/json', 'content-length': '12'}, 'text': '{\"ok\": true}', 'url': '$at/api'}" ]
    grep -q '^PUT /api HTTP/1.1' pages/requests
    grep -q '^X-Key: k' pages/requests
    grep -q '^Content-Type: application/json' pages/requests
    grep -q '^{"a":\[1,"é"\]}' pages/requests
    granted "http_request('$at/absent')['status']"
    [ "$output" = 404 ]
    granted "[http_request('$at/api', 'HEAD')['text']]"
    [ "$output" = "['']" ]
    call "http_request('$at/api')"
    [ "$output" = "PermissionError: http_request: 127.0.0.1:${host#*:} is not granted; --allow-host $host does that" ]
}

@test "http_request: what writes needs approval, what reads does not" {
    serve
    page api application/json '{}'
    for method in GET head OPTIONS; do
        call "http_request('$at/api', '$method')['url']" --allow-host "$host"
        [ "$output" = "$at/api" ]
    done
    for method in POST put PATCH DELETE; do
        replies r.jsonl "http_request('$at/api', method='$method')"
        run_split "$BIN" run --no-config -q -e local -m replay:r.jsonl --tools web --allow-host "$host" t
        [ "$status" = 6 ]
        [[ $errors == *"a call of the tool 'http_request' needs approval"* ]]
    done
}

@test "http_request: what may not be sent" {
    serve
    local each
    for each in "headers={'Host': 'x'}" "headers={'A B': 'x'}" "headers={'A': 'x\\r\\nB: y'}" "headers={'Proxy-Authorization': 'x'}" \
        "body='x', json=1" "method='CONNECT'" "method='GET / HTTP/1.1\\r\\nX:'"; do
        granted "http_request('$at/x', $each)"
        [[ $output == 'ValueError: http_request: '* ]]
    done
    [ ! -e pages/requests ]
}

@test "a redirect to a URL that a rule denies, or that no rule allows, is not followed" {
    serve
    page admin text/plain reached
    page public text/plain reached
    moved open 307 /admin
    moved fine 307 "HTTP://$host/./public"
    granted "visit_webpage('$at/open')" --deny "visit_webpage(url=$at/%61dmin)"
    [[ $output == "PermissionError: visit_webpage: the redirect leads to $at/admin, which no rule allows"* ]]
    call "http_request('$at/open', 'POST')" --allow-host "$host" --allow "http_request(url=$at/open)"
    [[ $output == "PermissionError: http_request: the redirect leads to $at/admin,"* ]]
    # Also for an agent that is called.
    printf '[agent.clerk]\ndescription = Reads.\ntools = web\nexecutor = local\n' >conf
    replies r.jsonl 'final_answer(clerk("Read."))'
    replies one.jsonl "try:
    final_answer(visit_webpage('$at/open'))
except PermissionError as e:
    final_answer(str(e))"
    sed 's/^{/{"agent": "clerk", /' one.jsonl >>r.jsonl
    run_split "$BIN" run --config conf -q -e local -m replay:r.jsonl --allow-host "$host" --deny "visit_webpage(url=$at/admin)" t
    [[ $output == "visit_webpage: the redirect leads to $at/admin, which no rule allows"* ]] || { echo "$output $errors"; return 1; }
    [ "$(grep -c ' /admin' pages/requests || true)" = 0 ]
    call "http_request('$at/fine', 'POST')['text']" --allow-host "$host" --allow "http_request(url=$at/fine), http_request(url=$at/p*)"
    [ "$output" = reached ]
}

@test "http_request: nothing of the caller's follows a redirect to another origin" {
    serve
    mkdir other
    "$HELPERS/pageserver" "$dir/other" >port2 2>&1 3>&- &
    local second=$!
    await [ -s port2 ]
    local there=127.0.0.1:$(cat port2)
    cp pages/* other 2>/dev/null || true
    moved away 307 "http://$there/x"
    moved near 303 /x
    page x text/plain fine
    cp pages/x other/x
    granted "http_request('$at/away', headers={'Authorization': 'Bearer s3cret', 'Cookie': 'c=1', 'X-Any': '1', 'Accept': 'text/plain'})['text']" --allow-host "$there"
    [ "$output" = fine ]
    [ "$(grep -ciE '^(authorization|cookie|x-any)' other/requests || true)" = 0 ]
    grep -q '^Accept: text/plain' other/requests
    granted "http_request('$at/away')"
    [[ $output == "PermissionError: http_request: 127.0.0.1:${there#*:} is not granted"* ]]
    granted "http_request('$at/near', 'POST', body='data', headers={'X-Any': '1'})['url']"
    [ "$output" = "$at/x" ]
    [ "$(grep -c '^X-Any: 1' pages/requests)" -ge 2 ]
    grep -q '^GET /x' pages/requests
    kill "$second"
}

@test "web_search: the wire format of each engine, and its key where it belongs" {
    serve
    local engine_name key list sent
    while IFS='|' read -r engine_name key list sent; do
        rm -f pages/requests
        page search application/json "$list"
        printf '%s' "$list" >body
        export ${key:+"$key=k3y-of-$engine_name"}
        granted "web_search('what & why', n=2)" --search-engine "$engine_name" --search-url "$at/search"
        [ "$output" = "[{'title': 'A', 'url': 'http://a.test/', 'snippet': 'one'}, {'title': 'B', 'url': 'http://b.test/', 'snippet': 'two', 'date': 'today'}]" ] ||
            { echo "$engine_name: $output"; return 1; }
        grep -qF "$sent" pages/requests || { echo "$engine_name"; cat pages/requests; return 1; }
    done <<'X'
brave|BRAVE_API_KEY|{"web":{"results":[{"title":"A","url":"http://a.test/","description":"one"},{"title":"B","url":"http://b.test/","description":"two","age":"today"}]}}|X-Subscription-Token: k3y-of-brave
brave||{"web":{"results":[{"title":"A","url":"http://a.test/","description":"one"},{"title":"B","url":"http://b.test/","description":"two","age":"today"}]}}|GET /search?q=what%20%26%20why&count=2 HTTP
serper|SERPER_API_KEY|{"organic":[{"title":"A","link":"http://a.test/","snippet":"one"},{"title":"B","link":"http://b.test/","snippet":"two","date":"today"}]}|X-API-KEY: k3y-of-serper
serper||{"organic":[{"title":"A","link":"http://a.test/","snippet":"one"},{"title":"B","link":"http://b.test/","snippet":"two","date":"today"}]}|{"q":"what & why","num":2}
serpapi|SERPAPI_API_KEY|{"organic_results":[{"title":"A","link":"http://a.test/","snippet":"one"},{"title":"B","link":"http://b.test/","snippet":"two","date":"today"}]}|GET /search?engine=google&q=what%20%26%20why&num=2&api_key=k3y-of-serpapi HTTP
exa|EXA_API_KEY|{"results":[{"title":"A","url":"http://a.test/","text":"one"},{"title":"B","url":"http://b.test/","text":"two","publishedDate":"today"}]}|x-api-key: k3y-of-exa
tavily|TAVILY_API_KEY|{"results":[{"title":"A","url":"http://a.test/","content":"one"},{"title":"B","url":"http://b.test/","content":"two","published_date":"today"}]}|Authorization: Bearer k3y-of-tavily
tavily||{"results":[{"title":"A","url":"http://a.test/","content":"one"},{"title":"B","url":"http://b.test/","content":"two","published_date":"today"}]}|{"query":"what & why","max_results":2}
searxng||{"results":[{"title":"A","url":"http://a.test/","content":"one"},{"title":"B","url":"http://b.test/","content":"two","publishedDate":"today"},{"title":"C","url":"http://c.test/"}]}|GET /search?q=what%20%26%20why&format=json HTTP
X
}

@test "web_search: DuckDuckGo's page, and the one that asks for a person" {
    serve
    page html text/html "<div class=result><a class='result__a' href='//duckduckgo.com/l/?uddg=http%3A%2F%2Fa.test%2F&amp;rut=1'>A</a><a class='result__snippet'>one <b>bold</b></a></div>"
    page blocked text/html "<div class='anomaly-modal__title'>Unfortunately</div>"
    granted "web_search('x')" --search-url "$at/html"
    [ "$output" = "[{'title': 'A', 'url': 'http://a.test/', 'snippet': 'one bold'}]" ]
    granted "web_search('x')" --search-url "$at/blocked"
    [[ $output == 'RuntimeError: web_search: duckduckgo takes this for a machine'*'--search-engine' ]]
}

@test "web_search: what is missing, refused and broken is told with the engine's name, never its key" {
    serve
    page no application/json '{"error":"bad key s3arch-key"}' '401 Unauthorized'
    page busy application/json '{}' '429 Too Many Requests'
    page odd text/html '<html>'
    page none application/json '{}'
    call "web_search('x')" --search-engine tavily
    [ "$output" = 'RuntimeError: web_search: tavily needs a key in the environment variable TAVILY_API_KEY; --search-engine sets another' ]
    call "web_search('x')" --search-engine searxng
    [ "$output" = 'RuntimeError: web_search: searxng needs its address: set --search-url' ]
    export SERPAPI_API_KEY=s3arch-key
    granted "web_search('x')" --search-engine serpapi --search-url "$at/no"
    [[ $output == 'RuntimeError: web_search: serpapi answers with status 401: bad key '*'; is the key in SERPAPI_API_KEY right?' && $output != *s3arch-key* ]]
    granted "web_search('x')" --search-engine serpapi --search-url "$at/busy"
    [[ $output == *'status 429'*'asked too often'* ]]
    granted "web_search('x')" --search-engine serpapi --search-url "$at/odd"
    [[ $output == 'RuntimeError: web_search: serpapi: its answer is no JSON'* ]]
    granted "web_search('x')" --search-engine serpapi --search-url "$at/none"
    [ "$output" = '[]' ]
    call "web_search('x')" --search-engine serpapi --search-url http://127.0.0.1:1/
    [[ $output == 'ConnectionError: web_search: serpapi: cannot connect'* && $output != *s3arch-key* ]]
    call "web_search('  ')"
    [ "$output" = 'ValueError: web_search: the query is empty' ]
}

@test "web_search asks its engine once a second" {
    serve
    page search application/json '{"results":[]}'
    granted "(lambda time: [time.monotonic(), [web_search(str(i)) for i in range(3)], time.monotonic()])(__import__('time'))" --search-engine searxng --search-url "$at"
    awk -v text="$output" 'BEGIN { split(text, part, /[][, ]+/); exit !(part[length(part) - 1] - part[2] >= 2) }'
    [ "$(grep -c '^GET /search' pages/requests)" = 3 ]
}

@test "wikipedia_search: an article, none, an error, another language" {
    serve
    page en application/json '{"query":{"pages":[{"title":"Owl","extract":"Owls are birds.","fullurl":"https://en.wikipedia.org/wiki/Owl"}]}}'
    page de application/json '{"batchcomplete":true}'
    page fr application/json '{"error":{"code":"x","info":"Nope."}}'
    granted "wikipedia_search('night bird')" --wikipedia-url "$at/{language}"
    [ "$output" = "{'title': 'Owl', 'url': 'https://en.wikipedia.org/wiki/Owl', 'text': 'Owls are birds.'}" ]
    grep -q '^GET /en?action=query&.*&gsrsearch=night%20bird HTTP' pages/requests
    granted "wikipedia_search('x', language='de')" --wikipedia-url "$at/{language}"
    [ "$output" = "ValueError: wikipedia_search: there is no article for 'x'; try other words" ]
    granted "wikipedia_search('x', 'fr')" --wikipedia-url "$at/{language}"
    [ "$output" = 'RuntimeError: wikipedia_search: Wikipedia refuses: Nope.' ]
    granted "wikipedia_search('x', 'evil.test/')" --wikipedia-url "$at/{language}"
    [[ $output == 'ValueError: '*'is no language like en, de, zh-yue' ]]
}

@test "web_search and wikipedia_search: answers that are hostile, cut, endless or of other shapes" {
    serve
    page odd application/json '{"results":[1,null,"x",[],{},{"url":5},{"url":"http://a.test/","title":7,"content":["x"]},{"url":"javascript:alert(1)","title":"\u001b[31m","content":null}]}'
    page object application/json '{"results":{"url":"http://a.test/"}}'
    page deep application/json "$(printf '%*s' 100000 '' | tr ' ' '[')"
    page pages application/json '{"query":{"pages":{"1":{"extract":"x"}}}}'
    page extract application/json '{"query":{"pages":[{"title":[],"extract":5}]}}'
    moved away 302 http://169.254.169.254/
    printf 'HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"results":[' >pages/cut
    printf '@repeat 2000000 [[[[[[[[[[\nHTTP/1.1 200 OK\r\n\r\n' >pages/much
    searx() { granted "web_search('x')" --search-engine searxng --search-url "$at/$1?"; }
    searx odd
    [ "$output" = "[{'title': '', 'url': 'http://a.test/', 'snippet': ''}, {'title': '\\x1b[31m', 'url': 'javascript:alert(1)', 'snippet': ''}]" ]
    searx object
    [ "$output" = '[]' ]
    searx deep
    [[ $output == 'RuntimeError: web_search: searxng: its answer is no JSON: '* ]]
    searx cut
    [[ $output == 'ConnectionError: web_search: searxng: the reply was cut off'* ]]
    searx much
    [[ $output == 'ConnectionError: web_search: searxng: reply larger than 8 MiB' ]]
    searx away
    [ "$output" = 'RuntimeError: web_search: searxng answers with status 302' ]
    local name
    for name in pages extract; do
        granted "wikipedia_search('x')" --wikipedia-url "$at/$name"
        [[ $output == 'ValueError: wikipedia_search: there is no article'* ]]
    done
    granted "wikipedia_search('x')" --wikipedia-url "$at/deep"
    [[ $output == "RuntimeError: wikipedia_search: Wikipedia's answer is no JSON: "* ]]
    granted "wikipedia_search('x')" --wikipedia-url "$at/cut"
    [[ $output == 'ConnectionError: wikipedia_search: '*'the reply was cut off'* ]]
    granted "wikipedia_search('x')" --wikipedia-url "$at/absent"
    [ "$output" = 'RuntimeError: wikipedia_search: Wikipedia answers with status 404' ]
}

@test "a server that never ends its answer does not keep a run that is over" {
    serve
    printf '@drip\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' >pages/drip
    local each
    for each in "visit_webpage('$at/drip')" "web_search('x')" "wikipedia_search('x')" "http_request('$at/drip')"; do
        replies r.jsonl "$each"
        run_split "$BIN" run --no-config -q -e local -m replay:r.jsonl --tools web --allow-host "$host" --timeout 0.5 \
            --search-url "$at/drip" --wikipedia-url "$at/drip" t
        [ "$status" = 124 ]
    done
}

@test "grants: a bad one is exit 10, a project may give none" {
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl --allow-host http://x/ t
    [[ $status = 10 && $errors == *"'http://x/' is no host to be granted: HOST, HOST:PORT"* ]]
    printf '[tools]\nhosts = localhost:80\n' >smolagent.conf
    run_split "$BIN" run -m replay:r.jsonl t
    [[ $status = 10 && $errors == *"a project file may not set 'hosts'"* ]]
}

@test "what takes too long to read is given up" {
    serve # each end tag is looked for among all open elements
    printf '@repeat 600000 </q>\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n' >pages/slow
    printf '<x>%.0s' $(seq 600000) >>pages/slow
    granted "visit_webpage('$at/slow')"
    [[ $output == "RuntimeError: visit_webpage: $at/slow: reading it takes "*': it was given up' ]]
}

# Runs in a user namespace where no further one may be made.
poor() { unshare -U -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"; }

@test "below the floor nothing of strangers is parsed, and the run ends at its start; above it is" {
    needs jail
    serve
    page p text/html '<b>x</b>'
    replies r.jsonl "final_answer(visit_webpage('$at/p'))"
    run_split "$HELPERS/deny" s "$BIN" run --no-config -q -e local -m replay:r.jsonl --tools web --allow-host "$host" t
    [[ $status = 7 && $errors == *'tool web_search: the sandbox lacks: seccomp'* ]]
    run_split "$HELPERS/deny" u "$BIN" run --no-config -q -e local --sandbox strict -m replay:r.jsonl --tools web --allow-host "$host" t
    [[ $status = 7 && $errors == *'tool web_search: the sandbox lacks: user namespace'* ]]
    run_split "$HELPERS/deny" u "$BIN" run --no-config -q -e local -m replay:r.jsonl --tools web --allow-host "$host" t
    [ "$output" = '**x**' ]
    [[ $errors == *'warning: tool web_search: the sandbox lacks: user namespace'* ]]
}

@test "an address without a scheme says what is missing, and works with it" {
    serve
    page there text/plain hello
    granted "visit_webpage('$host/there')"
    [ "$output" = "ValueError: visit_webpage: $host/there: write http:// or https:// before it" ]
    granted "visit_webpage('http://$host/there')"
    [ "$output" = hello ]
}

@test "a call that was refused gave no untrusted text" {
    serve
    page there text/plain hello
    replies r.jsonl "visit_webpage('example.com')" "visit_webpage(7)" "visit_webpage('http://127.0.0.1:1')" \
        "visit_webpage('$at/gone')" "visit_webpage('$at/there')" "final_answer(1)"
    "$BIN" run --no-config -e local -m replay:r.jsonl --tools web --allow-host "$host" --output jsonl t >out 2>errors </dev/null
    grep '"type":"observation"' out >observations
    [ "$(wc -l <observations)" = 5 ]
    [ "$(head -3 observations | grep -c "visit_webpage gave was written by strangers")" = 0 ]
    [ "$(tail -2 observations | grep -c "visit_webpage gave was written by strangers")" = 2 ]
    [ "$(grep -c '"type":"tool.result".*"foreign":true' out)" = 2 ]
}
