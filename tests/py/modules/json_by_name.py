# dumps(obj=...), loads(s=...) and friends: everything by name, in any order.
import io
import json

print(json.dumps(obj={"b": 1, "a": [2]}), json.dumps(indent=1, obj=[1]), json.dumps(sort_keys=True, obj={"b": 1, "a": 2}, separators=(",", ":")))
print(json.loads(s="[1, 2.5]"), json.loads(parse_float=str, s="[1, 2.5]"), json.loads(object_hook=len, s='{"a": 1}', cls=json.JSONDecoder))
print(json.dumps(cls=json.JSONEncoder, obj=[None]), json.load(fp=io.StringIO("{}")))
json.dump(fp=(out := io.StringIO()), obj=list(range(3)))
print(out.getvalue())
for call in (lambda: json.dumps(), lambda: json.loads(), lambda: json.dumps([], obj=1), lambda: json.dumps(object=1)):
    try:
        print(call())
    except TypeError as err:
        print(type(err).__name__)
for i in range(3000):
    text = json.dumps(default=str, obj={"k" * (i % 7): [str(i)] * 5})
    assert json.loads(object_hook=None, s=text) == {"k" * (i % 7): [str(i)] * 5}
