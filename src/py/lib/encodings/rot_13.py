# rot13: letters turned by half the alphabet, by the codec of that name.
rot13_map = {first + i: first + (i + 13) % 26 for first in (65, 97) for i in range(26)}
rot13_map = {code: rot13_map.get(code, code) for code in range(256)}


def rot13(infile, outfile):
    outfile.write(infile.read().translate(rot13_map))
