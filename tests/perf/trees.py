# Allocation: binary trees built and walked, a search tree, a trie of dicts.
def build(depth):
    return (build(depth - 1), build(depth - 1)) if depth else (None, None)


def check(tree):
    left, right = tree
    return 1 if left is None else 1 + check(left) + check(right)


class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None


def insert(root, key):
    node = root
    while True:
        if key < node.key:
            if node.left is None:
                node.left = Node(key)
                return
            node = node.left
        else:
            if node.right is None:
                node.right = Node(key)
                return
            node = node.right


def walk(node):
    if node is not None:
        yield from walk(node.left)
        yield node.key
        yield from walk(node.right)


total = sum(check(build(12)) for _ in range(60))
root = Node(50000)
for i in range(20000):
    insert(root, i * 7919 % 100003)
trie = {}
for i in range(40000):
    node = trie
    for c in str(i * 7919):
        node = node.setdefault(c, {})
    node["$"] = i
print(total, sum(walk(root)), len(trie), sum(k in trie["1"] for k in "0123456789$"))
