#!/usr/bin/env python3
"""A model server behind TLS, with a certificate for localhost that no system trusts: every request is
answered by final_answer(42).

usage: tls.py CERTIFICATE URL-FILE     the file gets the server's address once it listens"""
import http.server, json, os, ssl, sys

TEXT = "<code>\nfinal_answer(42)\n</code>"
REPLY = json.dumps({"choices": [{"message": {"content": TEXT}, "finish_reason": "stop"}]}).encode()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(REPLY)))
        self.end_headers()
        self.wfile.write(REPLY)


certificate, address = sys.argv[1:]
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate)
server.socket = context.wrap_socket(server.socket, server_side=True)
with open(address + ".new", "w") as f:
    f.write("https://localhost:%d/v1" % server.server_port)
os.rename(address + ".new", address)
server.serve_forever()
