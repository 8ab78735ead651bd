"""A web of its own for a command: the pages of the folder `site` and a search engine over them, on this machine.

usage: python3 web.py COMMAND...     runs it, tells smolagent by the environment where to search, and ends with it
"""
import html, http.server, json, os, pathlib, re, subprocess, sys, threading
from urllib.parse import parse_qs, urlsplit

PAGES = {path.name: path.read_text() for path in sorted(pathlib.Path(__file__).with_name("site").glob("*.html"))}


def words(text):
    return re.findall(r"[a-z0-9]+", html.unescape(re.sub("<[^>]*>", " ", text)).lower())


def search(query, address):
    """What SearXNG answers: pages with most of the words of the query first."""
    wanted, found = set(words(query)), []
    for name, page in PAGES.items():
        if hits := len(wanted & set(words(page))):
            found.append((-hits, {"title": re.search("<title>(.*)</title>", page)[1], "url": f"http://{address}/{name}",
                                  "content": " ".join(words(page.split("</h1>")[1])[:12])}))
    return {"results": [result for _, result in sorted(found, key=lambda each: each[0])]}


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url, status, kind = urlsplit(self.path), 200, "text/html; charset=utf-8"
        body = PAGES.get(url.path.lstrip("/"))
        if url.path == "/search":
            body = json.dumps(search(parse_qs(url.query).get("q", [""])[0], self.headers["host"]))
            kind = "application/json"
        elif body is None:
            body, status = "there is no such page", 404
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"127.0.0.1:{server.server_port}"
settings = {"SMOLAGENT_SEARCH_ENGINE": "searxng", "SMOLAGENT_SEARCH_URL": f"http://{address}",
            "SMOLAGENT_ALLOW_HOST": address}
sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, **settings}).returncode)
