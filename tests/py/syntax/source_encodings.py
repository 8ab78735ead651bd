# Source in bytes says which encoding it is in: where that is looked for, and what is refused.
import ast
CASES = [b'# coding: foo\nprint(1)', b'# -*- coding: latin-1 -*-\nprint(ascii("\xe9"))',
         b'#!x\n# vim: set fileencoding=cp1252 :\nprint(ascii("\x80\xe9"))', b'\xef\xbb\xbf# coding: latin-1\nprint(1)',
         b'\xef\xbb\xbf# coding: utf-8\nprint(ascii("\xc3\xa9"))', b'\xef\xbb\xbf# coding: UTF_8_sig\nprint(1)',
         b'# coding: ascii\nprint("\xe9")', b'x = 1\n# coding: latin-1\nprint(ascii("\xc3\xa9"))',
         b'\n# coding: latin-1\nprint(ascii("\xc3\xa9"))', b'\n\n# coding: latin-1\nprint(ascii("\xc3\xa9"))',
         b'# coding: hex\nprint(1)', b'# coding: rot13\nprint(1)', b'# coding: utf-7\nprint(ascii("+AOk-"))',
         b'# coding: idna\nprint(1)', b'# coding: iso-8859-15\nprint(ascii("\xa4"))',
         b'# coding=Latin_1-unix\nprint(ascii("\xe9"))', b'# coding:   koi8-r   x\nprint(ascii("\xc1"))',
         b'# coding: utf8-foo\nprint(1)', b'# coding: utf-8-foo\nprint(1)',
         b'"""coding: latin-1"""\nprint(ascii("\xc3\xa9"))', b'# coding: mac-roman\r\nprint(ascii("\x8e"))\r\n',
         b'# coding: cp1252\nprint("\x81")', b'# coding: latin-1\nx = (\n"\xe9"', b'# coding: latin-1\n"\xe9" +',
         b'\x0c# coding: latin-1\nprint(ascii("\xc3\xa9"))', b'# coding: \nprint(ascii("\xc3\xa9"))',
         b'# coding: ' + b'x' * 100 + b'\n1', b'# coding: undefined\n1']


def attempt(function, source):
    try:
        function(source)
    except SyntaxError as e:
        print(source[:30], e.msg, e.filename, e.lineno, e.offset, ascii(e.text), e.__context__)


for source in CASES:
    attempt(exec, source)
    attempt(lambda source: eval(compile(bytearray(source), '<f>', 'exec')), source)
print(eval(b'# coding: latin-1\n"\xe9"'), ascii(eval('# coding: latin-1\n"\xe9"')))
print(ascii(ast.parse(b'# coding: cp1251\n"\xcf"').body[0].value.value))
