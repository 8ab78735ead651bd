# Sudoku by propagation and search over dicts of candidate strings.
ROWS, DIGITS = "ABCDEFGHI", "123456789"
CELLS = [r + c for r in ROWS for c in DIGITS]
UNITS = (
    [[r + c for c in DIGITS] for r in ROWS]
    + [[r + c for r in ROWS] for c in DIGITS]
    + [[r + c for r in rs for c in cs] for rs in ("ABC", "DEF", "GHI") for cs in ("123", "456", "789")]
)
OF = {s: [u for u in UNITS if s in u] for s in CELLS}
PEERS = {s: set(sum(OF[s], [])) - {s} for s in CELLS}


def assign(values, s, d):
    return values if all(eliminate(values, s, e) for e in values[s].replace(d, "")) else None


def eliminate(values, s, d):
    if d not in values[s]:
        return values
    values[s] = values[s].replace(d, "")
    if not values[s]:
        return None
    if len(values[s]) == 1 and not all(eliminate(values, p, values[s]) for p in PEERS[s]):
        return None
    for unit in OF[s]:
        places = [p for p in unit if d in values[p]]
        if not places or (len(places) == 1 and not assign(values, places[0], d)):
            return None
    return values


def search(values):
    if values is None or all(len(values[s]) == 1 for s in CELLS):
        return values
    _, s = min((len(values[s]), s) for s in CELLS if len(values[s]) > 1)
    for d in values[s]:
        found = search(assign(values.copy(), s, d))
        if found:
            return found
    return None


def solve(grid):
    values = dict.fromkeys(CELLS, DIGITS)
    for s, d in zip(CELLS, grid):
        if d in DIGITS and not assign(values, s, d):
            return None
    return search(values)


grids = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
)
for grid in grids:
    for turn in range(9):  # the same puzzle with its digits renamed
        names = DIGITS[turn:] + DIGITS[:turn]
        answer = solve(grid.translate(str.maketrans(DIGITS, names)))
    print("".join(answer[s] for s in CELLS))
