# smolagent python -m json.tool: reads JSON and writes it in a form for people.
import argparse
import json
import sys

parser = argparse.ArgumentParser(prog='python -m json.tool', description='Check JSON, and print it indented.')
parser.add_argument('infile', nargs='?', default='-', help='file of JSON; - or nothing: standard input')
parser.add_argument('outfile', nargs='?', help='refused: nothing is written here but standard output')
parser.add_argument('--sort-keys', action='store_true', help='objects by their keys')
parser.add_argument('--no-ensure-ascii', dest='ascii', action='store_false', help='letters as they are')
parser.add_argument('--json-lines', action='store_true', help='each line of input is a value')
form = parser.add_mutually_exclusive_group()
form.add_argument('--indent', type=int, default=4, help='blanks of one level (4)')
form.add_argument('--tab', dest='indent', action='store_const', const='\t', help='a tab a level')
form.add_argument('--no-indent', dest='indent', action='store_const', const=None, help='one line')
form.add_argument('--compact', action='store_true', help='one line without blanks')
options = parser.parse_args()
if options.outfile:
    parser.error('no file is written in the sandbox: redirect standard output')
how = {'ensure_ascii': options.ascii, 'sort_keys': options.sort_keys, 'indent': options.indent}
if options.compact:
    how.update(indent=None, separators=(',', ':'))
try:
    source = sys.stdin if options.infile == '-' else open(options.infile, encoding='utf-8')
except OSError as e:
    parser.error(f"argument infile: can't open '{options.infile}': {e}")
try:
    for text in source if options.json_lines else [source.read()]:
        json.dump(json.loads(text), sys.stdout, **how)
        print()
except ValueError as e:
    sys.exit(e)
