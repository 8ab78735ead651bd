"""An MCP server over stdio with 200 tools as businesses have them: ten verbs, twenty things."""
import json
import sys

VERBS = {"create": "Makes a new", "get": "Reads one", "list": "Lists every", "update": "Changes fields of a",
         "delete": "Removes a", "archive": "Puts away a", "refund": "Pays back a", "export": "Writes to a file a",
         "approve": "Signs off a", "share": "Gives others access to a"}
THINGS = ("invoice order customer ticket shipment product supplier contract employee timesheet meeting folder "
          "dashboard campaign lead budget subscription warehouse certificate survey").split()


def tool(verb, thing):
    fields = {"id": {"type": "string", "description": f"Identifier of the {thing}, as list_{thing} gives it."},
              "reason": {"type": "string", "description": "Why this is done; kept in the log of changes."},
              "fields": {"type": "object", "description": f"What is to be set of the {thing}, by name."},
              "limit": {"type": "integer", "minimum": 1, "maximum": 500, "default": 50},
              "status": {"type": "string", "enum": ["open", "paid", "closed", "overdue"]}}
    return {"name": f"{verb}_{thing}",
            "description": f"{VERBS[verb]} {thing} of the company. Needs the right '{thing}:{verb}'; what was done "
                           f"stands in the log, and everybody who follows the {thing} is told of it by mail.",
            "inputSchema": {"type": "object", "properties": fields, "required": ["id"]}}


def reply(request):
    method, params = request["method"], request.get("params", {})
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "shelf", "version": "1"}}
    if method == "tools/list":
        return {"tools": [tool(verb, thing) for verb in VERBS for thing in THINGS]}
    if method == "tools/call":
        words = f"{params['name']} was done to {params['arguments']['id']}"
        return {"content": [{"type": "text", "text": words}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": reply(message)}), flush=True)
