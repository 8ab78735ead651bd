# Random playouts on a 9x9 Go board: union by flood fill, liberties, captures, simple ko.
import random

SIZE = 9
NEAR = {}
for at in range(SIZE * SIZE):
    x, y = at % SIZE, at // SIZE
    NEAR[at] = [
        a + b * SIZE for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= a < SIZE and 0 <= b < SIZE
    ]


class Board:
    def __init__(self):
        self.at = ["."] * (SIZE * SIZE)
        self.ko, self.taken = -1, {"b": 0, "w": 0}

    def group(self, start):
        colour, stones, todo, free = self.at[start], {start}, [start], set()
        while todo:
            for n in NEAR[todo.pop()]:
                c = self.at[n]
                if c == ".":
                    free.add(n)
                elif c == colour and n not in stones:
                    stones.add(n)
                    todo.append(n)
        return stones, free

    def eye(self, at, colour):
        return all(self.at[n] == colour for n in NEAR[at])

    def play(self, at, colour):
        if self.at[at] != "." or at == self.ko or self.eye(at, colour):
            return False
        self.at[at] = colour
        other, captured = "w" if colour == "b" else "b", []
        for n in NEAR[at]:
            if self.at[n] == other:
                stones, free = self.group(n)
                if not free:
                    captured.extend(stones)
                    for s in stones:
                        self.at[s] = "."
        if not captured and not self.group(at)[1]:
            self.at[at] = "."
            return False
        self.ko = captured[0] if len(captured) == 1 else -1
        self.taken[colour] += len(captured)
        return True


random.seed(7)
result = [0, 0, 0]
for game in range(70):
    board, colour, passes, moves = Board(), "b", 0, 0
    while passes < 2 and moves < 160:
        empty = [i for i, c in enumerate(board.at) if c == "."]
        random.shuffle(empty)
        if any(board.play(at, colour) for at in empty):
            passes = 0
        else:
            passes += 1
        moves += 1
        colour = "w" if colour == "b" else "b"
    result[0] += board.at.count("b") + board.taken["b"]
    result[1] += board.at.count("w") + board.taken["w"]
    result[2] += moves
print(result)
