# What uuid.main() prints and refuses; the node stays the same.
import contextlib
import io
import sys
import uuid

print(uuid.getnode() == uuid.getnode(), uuid.uuid1().node == uuid.getnode())
for words in ([], ['-u', 'uuid1'], ['-u', 'uuid3', '-n', '@dns', '-N', 'python.org'], ['--uuid', 'uuid5', '--namespace', '@x500', '--name', 'a'],
              ['-u', 'uuid5', '-n', str(uuid.NAMESPACE_URL), '-N', 'b'], ['-u', 'uuid3', '-n', '@dns'], ['-u', 'uuid5', '-N', 'a'],
              ['-u', 'uuid9'], ['-u', 'uuid3', '-n', '@no', '-N', 'a']):
    sys.argv = ['uuid', *words]
    try:
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            uuid.main()
        made = uuid.UUID(shown.getvalue().strip())
        print(made if made.version in (3, 5) else made.version)
    except (SystemExit, ValueError) as error:
        print(type(error).__name__, error)
