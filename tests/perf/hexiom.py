# A hexagonal tile puzzle by depth-first search with pruning on neighbour counts.
def board(radius):
    cells = [(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius]
    index = {c: i for i, c in enumerate(cells)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [[index[q + a, r + b] for a, b in steps if (q + a, r + b) in index] for q, r in cells]


class Puzzle:
    def __init__(self, radius, tiles):
        self.near = board(radius)
        self.tiles = dict(tiles)
        self.placed = [None] * len(self.near)
        self.tried = self.found = 0

    def fits(self, i):
        for j in self.near[i] + [i]:
            want = self.placed[j]
            if want is None or want < 0:
                continue
            have = sum(self.placed[k] is not None and self.placed[k] >= 0 for k in self.near[j])
            open_cells = sum(self.placed[k] is None for k in self.near[j])
            if have > want or have + open_cells < want:
                return False
        return True

    def solve(self, i, limit):
        self.tried += 1
        if i == len(self.near):
            self.found += 1
            return
        for tile in sorted(self.tiles):
            if self.tiles[tile] and self.tried < limit:
                self.tiles[tile] -= 1
                self.placed[i] = tile
                if self.fits(i):
                    self.solve(i + 1, limit)
                self.placed[i] = None
                self.tiles[tile] += 1


puzzle = Puzzle(2, {-1: 7, 1: 2, 2: 4, 3: 4, 4: 2})
puzzle.solve(0, 60000)
print(puzzle.tried, puzzle.found)
