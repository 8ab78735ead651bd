# eval, exec and compile run in the same sandbox.
for source in ("__import__('os').system('id')", "open('/etc/passwd')", "exec('import socket')"):
    try:
        print(eval(source))
    except (ImportError, OSError, AttributeError) as e:
        print(type(e).__name__ in ("ModuleNotFoundError", "ImportError", "PermissionError", "AttributeError"))
