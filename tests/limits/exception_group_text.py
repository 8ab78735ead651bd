# options: --timeout 1
# exit: 124
# A graph of groups: as a text it would have no end.
error = ValueError("leaf")
for _ in range(12):
    error = ExceptionGroup("g", [error] * 15)
raise error
