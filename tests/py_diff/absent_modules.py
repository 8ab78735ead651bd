# What is not in the built-in interpreter says who has it; what nobody has says nothing more.
for name in ('subprocess', 'concurrent.futures', 'numpy', 'nothing'):
    try:
        __import__(name)
    except ModuleNotFoundError as e:
        print(e, e.name)
