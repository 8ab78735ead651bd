#!/usr/bin/env python3
"""A stand-in for E2B: the API of sandboxes and the daemon (envd) in each of them, on one address of
the loopback. Processes of a sandbox are processes of this machine, in a session of their own.
official.mjs proves with E2B's own client that it is true to the wire.

usage: server.py FOLDER    writes FOLDER/url, then logs each request to FOLDER/log, a line each:
                           METHOD PATH STATUS. Ends when FOLDER is gone.

Tests steer it at /test:  GET /test/sandboxes           ids that are alive
                          GET /test/left                the same, once it is none, after 15 s at the latest
                          GET /test/bodies              what was asked to be created, and its headers
                          POST /test/faults  [FAULT...] how the next requests are answered:
  {"at": "create", "times": 2, "status": 503}           with this status, or by cutting the connection
                              "cut": true               before, or
                              "late": true              after doing what was asked
  {"at": "create", "body": JSON}                        with this body
  {"at": "create", "delay": 0.5}                        after this time; the log says "waits" as status
  {"at": "start", "bytes": BASE64}                      a stream of these bytes, nothing started
  {"at": "start", "cut_after": 3}                       the stream is cut after so many events
"at" is one of create list get timeout kill start input.
"""
import base64
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

KEY = "e2b_0123456789abcdef0123456789abcdef01234567"
TEMPLATES = {"code-interpreter-v1", "base"}
SIGNALS = {"SIGNAL_SIGTERM": signal.SIGTERM, "SIGNAL_SIGKILL": signal.SIGKILL, 15: signal.SIGTERM,
           9: signal.SIGKILL}
WORDS = {signal.SIGKILL: "killed", signal.SIGTERM: "terminated", signal.SIGABRT: "aborted",
         signal.SIGSEGV: "segmentation fault", signal.SIGSYS: "bad system call"}

lock = threading.RLock()
sandboxes, faults, bodies = {}, [], []


class Refused(Exception):
    """An answer other than success: its status and body."""

    def __init__(self, status, body):
        self.status, self.body = status, body


def api_error(status, message):
    return Refused(status, {"code": status, "message": message})


def daemon_error(status, code, message):
    return Refused(status, {"code": code, "message": message})


def fault_at(place):
    with lock:
        for fault in faults:
            if fault["at"] == place and fault.setdefault("times", 1) > 0:
                fault["times"] -= 1
                return fault
    return {}


class Process:
    """One process of a sandbox; its events, kept for whoever asks for them."""

    def __init__(self, config, wants_input, tag):
        self.config, self.tag = config, tag
        self.events, self.more, self.over = [], threading.Condition(), False
        env = {"PATH": os.environ["PATH"], "HOME": "/tmp", "USER": "user", "E2B_SANDBOX": "true"}
        env.update(config.get("envs", {}))
        self.popen = subprocess.Popen(
            [config["cmd"], *config.get("args", [])], env=env, cwd=config.get("cwd") or "/tmp",
            stdin=subprocess.PIPE if wants_input else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)
        self.pid = self.popen.pid
        self.add({"start": {"pid": self.pid}})
        self.readers = [threading.Thread(target=self.read, args=pair, daemon=True) for pair in
                        ((self.popen.stdout, "stdout"), (self.popen.stderr, "stderr"))]
        for reader in self.readers:
            reader.start()
        threading.Thread(target=self.wait, daemon=True).start()

    def add(self, event):
        with self.more:
            self.events.append(event)
            self.more.notify_all()

    def read(self, pipe, name):
        while data := os.read(pipe.fileno(), 32768):
            self.add({"data": {name: base64.b64encode(data).decode()}})

    def wait(self):
        code = self.popen.wait()
        for reader in self.readers:
            reader.join(1)
        if code >= 0:
            end = {"exited": True, "status": "exit status %d" % code}
            end.update({"exitCode": code, "error": end["status"]} if code else {})
        else:
            status = "signal: " + WORDS.get(-code, str(-code))
            end = {"exitCode": -1, "status": status, "error": status}
        self.over = True
        self.add({"end": end})

    def write(self, data):
        if self.over or not self.popen.stdin:
            raise daemon_error(404, "not_found", "process with pid %d not found" % self.pid)
        self.popen.stdin.write(data)
        self.popen.stdin.flush()

    def kill(self):
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Sandbox:
    def __init__(self, body):
        self.id = secrets.token_hex(10)
        self.body, self.token = body, secrets.token_urlsafe(24)
        self.started = time.time()
        self.end = self.started + body.get("timeout", 15)
        self.processes = []

    def kill(self):
        with lock:
            sandboxes.pop(self.id, None)
            for process in self.processes:
                process.kill()

    def start(self, message):
        with lock:
            if self.id not in sandboxes:
                raise daemon_error(404, "not_found", "sandbox %s is gone" % self.id)
            process = Process(message["process"], message.get("stdin", True), message.get("tag"))
            self.processes.append(process)
            return process

    def created(self):
        return {"sandboxID": self.id, "templateID": self.body["templateID"], "clientID": "6532622b",
                "envdVersion": "0.5.11", "envdAccessToken": self.token, "domain": None,
                "trafficAccessToken": None}

    def listed(self):
        when = [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(t)) for t in (self.started,
                                                                             self.end)]
        return {"sandboxID": self.id, "templateID": self.body["templateID"], "clientID": "6532622b",
                "envdVersion": "0.5.11", "metadata": self.body.get("metadata") or {},
                "state": "running", "cpuCount": 2, "memoryMB": 1024, "diskSizeMB": 4096,
                "startedAt": when[0], "endAt": when[1]}

    def process(self, selector):
        for process in self.processes:
            if process.pid == selector.get("pid") or (
                    "tag" in selector and process.tag == selector["tag"]):
                return process
        raise daemon_error(404, "not_found", "no such process: %s" % json.dumps(selector))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def log(self, status):
        with lock, open(os.path.join(folder, "log"), "a") as f:
            f.write("%s %s %s\n" % (self.command, self.path, status))

    def answer(self, status, body=None, kind="application/json"):
        data = b"" if body is None else json.dumps(body).encode()
        self.log(status)
        self.send_response(status)
        if data:
            self.send_header("Content-Type", kind)
        if status == 429:
            self.send_header("Retry-After", "0")
        if status != 204:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def cut(self):
        self.log("cut")
        self.close_connection = True

    def read_body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def handle_one(self):
        url = urlsplit(self.path)
        self.data = self.read_body()
        parts = url.path.strip("/").split("/")
        try:
            if parts[0] == "test":
                self.steer(parts[1])
            elif parts[0] == "process.Process":
                self.daemon(parts[1])
            elif parts[0] == "health":
                self.sandbox()
                self.answer(204)
            else:
                self.api([p for p in parts if p != "v2"], dict(parse_qsl(url.query)))
        except Refused as e:
            self.answer(e.status, e.body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    do_GET = do_POST = do_DELETE = handle_one

    # --- the API

    def api(self, parts, query):
        places = {("POST", 1): "create", ("GET", 1): "list", ("GET", 2): "get",
                  ("DELETE", 2): "kill", ("POST", 3): "timeout"}
        place = places.get((self.command, len(parts)))
        if parts[0] != "sandboxes" or not place or (place == "timeout" and parts[2] != "timeout"):
            raise api_error(404, "no such path: " + self.path)
        if self.headers.get("X-API-Key") != KEY:
            raise api_error(401, "cannot get the team from API key")
        fault = fault_at(place)
        if "delay" in fault:
            self.log("waits")
            time.sleep(fault["delay"])
        if "status" in fault:
            raise api_error(fault["status"], "as the test wants it")
        if fault.get("cut"):
            return self.cut()
        status, body = getattr(self, "api_" + place)(*parts[1:2], query)
        if fault.get("late"):
            return self.cut()
        return self.answer(status, fault.get("body", body))

    def api_create(self, query):
        body = json.loads(self.data)
        if body.get("templateID") not in TEMPLATES:
            raise api_error(404, "template '%s' not found" % body.get("templateID"))
        sandbox = Sandbox(body)
        with lock:
            bodies.append({"body": body, "headers": dict(self.headers)})
            sandboxes[sandbox.id] = sandbox
        return 201, sandbox.created()

    def api_list(self, query):
        wanted = {unquote(k): unquote(v) for k, v in parse_qsl(query.get("metadata", ""))}
        with lock:
            rows = [s.listed() for s in sandboxes.values()]
        return 200, [r for r in rows if wanted.items() <= r["metadata"].items()]

    def find(self, name):
        with lock:
            if name not in sandboxes:
                raise api_error(404, "sandbox \"%s\" not found" % name)
            return sandboxes[name]

    def api_get(self, name, query):
        return 200, self.find(name).listed()

    def api_kill(self, name, query):
        self.find(name).kill()
        return 204, None

    def api_timeout(self, name, query):
        self.find(name).end = time.time() + json.loads(self.data)["timeout"]
        return 204, None

    # --- the daemon: the Connect protocol with JSON

    def sandbox(self):
        name = self.headers.get("E2b-Sandbox-Id")
        with lock:
            sandbox = sandboxes.get(name)
        if not sandbox:
            raise Refused(502, {"sandboxId": name, "message": "The sandbox was not found",
                                "code": 502})
        if self.path != "/health" and self.headers.get("X-Access-Token") != sandbox.token:
            raise daemon_error(401, "unauthenticated", "unauthorized access, no access token")
        return sandbox

    def daemon(self, method):
        if KEY in str(self.headers) or KEY.encode() in self.data:
            raise daemon_error(400, "invalid_argument", "the account's key does not belong here")
        sandbox = self.sandbox()
        streams = method in ("Start", "Connect")
        kind = "application/connect+json" if streams else "application/json"
        if self.headers.get("Content-Type") != kind:
            raise Refused(415, {"code": "internal", "message": "wrong Content-Type"})
        if self.headers.get("Connect-Protocol-Version") != "1":
            raise daemon_error(400, "invalid_argument", "missing Connect-Protocol-Version")
        if streams:
            flags, size = self.data[0], int.from_bytes(self.data[1:5], "big")
            if flags or size != len(self.data) - 5:
                raise daemon_error(400, "invalid_argument", "bad envelope")
            return self.stream(sandbox, method, json.loads(self.data[5:]))
        reply = getattr(self, "rpc_" + method.lower())(sandbox, json.loads(self.data))
        return reply is not None and self.answer(200, reply)

    def rpc_list(self, sandbox, message):
        return {"processes": [{"config": p.config, "pid": p.pid} for p in sandbox.processes
                              if not p.over]}

    def rpc_sendinput(self, sandbox, message):
        fault = fault_at("input")
        if "status" in fault:
            raise daemon_error(fault["status"], "unavailable", "as the test wants it")
        if fault.get("cut"):
            return self.cut()
        late = fault.get("late")
        process = sandbox.process(message["process"])
        try:
            process.write(base64.b64decode(message["input"]["stdin"]))
        except OSError as e:
            raise daemon_error(500, "internal", "error writing to stdin: %s" % e) from None
        return self.cut() if late else {}

    def rpc_closestdin(self, sandbox, message):
        sandbox.process(message["process"]).popen.stdin.close()
        return {}

    def rpc_sendsignal(self, sandbox, message):
        os.killpg(sandbox.process(message["process"]).pid, SIGNALS[message["signal"]])
        return {}

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def envelope(self, message, flags=0):
        data = json.dumps(message).encode()
        self.chunk(bytes([flags]) + len(data).to_bytes(4, "big") + data)

    def stream(self, sandbox, method, message):
        fault = fault_at("start")
        if "status" in fault:
            raise daemon_error(fault["status"], "unavailable", "as the test wants it")
        self.log(200)
        self.send_response(200)
        self.send_header("Content-Type", "application/connect+json")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if "bytes" in fault:
            self.chunk(base64.b64decode(fault["bytes"]))
            self.chunk(b"")
            return
        try:
            if method == "Connect":
                process = sandbox.process(message["process"])
            else:
                process = sandbox.start(message)
        except (Refused, OSError) as e:
            body = e.body if isinstance(e, Refused) else {"code": "internal", "message": str(e)}
            self.envelope({"error": body}, 2)
            self.chunk(b"")
            return
        self.tell(process, fault.get("cut_after"))

    def tell(self, process, cut_after):
        pause = float(self.headers.get("Keepalive-Ping-Interval") or 90)
        done = 0
        while True:
            with process.more:
                if len(process.events) == done:
                    process.more.wait(pause)
                news = process.events[done:] or [{"keepalive": {}}]
                done = len(process.events)
            for event in news:
                if cut_after is not None and (cut_after := cut_after - 1) < 0:
                    return self.cut()
                self.envelope({"event": event})
                if "end" in event:
                    self.envelope({}, 2)
                    self.chunk(b"")
                    return

    # --- steering

    def steer(self, what):
        if what == "faults":
            with lock:
                faults[:] = json.loads(self.data)
            return self.answer(204)
        end = time.time() + 15
        while what == "left" and sandboxes and time.time() < end:
            time.sleep(0.05)
        with lock:
            return self.answer(200, {"sandboxes": list(sandboxes), "left": list(sandboxes), "bodies": bodies}[what])


def watch():
    """Ends sandboxes whose time is over, and everything when the folder is gone."""
    while os.path.isdir(folder):
        with lock:
            late = [s for s in sandboxes.values() if s.end < time.time()]
        for sandbox in late:
            sandbox.kill()
        time.sleep(0.05)
    for sandbox in list(sandboxes.values()):
        sandbox.kill()
    os._exit(0)


folder = sys.argv[1]
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
threading.Thread(target=watch, daemon=True).start()
with open(os.path.join(folder, "url.new"), "w") as f:
    f.write("http://127.0.0.1:%d" % server.server_address[1])
os.rename(os.path.join(folder, "url.new"), os.path.join(folder, "url"))
server.serve_forever()
