# Encodings in Python: those of names of hosts, and those that are no texts: bytes to bytes (hex, base64,
# quoted-printable, uu, zlib), text to text (rot13).
import codecs
from codecs import Codec, CodecInfo, IncrementalDecoder, IncrementalEncoder, StreamReader, StreamWriter


def _whole(errors, function, input, name):
    if errors != 'strict':
        raise UnicodeError(f'unsupported error handling for {name}: {errors}')
    return function(input), len(input)


def _transform(name, encode, decode, Encoder=None, Decoder=None, kind=bytes):
    """A CodecInfo of two functions; pieces are coded each by itself unless classes are given."""
    def encode_(input, errors='strict'):
        return _whole(errors, encode, input, name)

    def decode_(input, errors='strict'):
        return _whole(errors, decode, input, name)

    class Pieces(IncrementalEncoder):
        def encode(self, input, final=False):
            return encode_(input, self.errors)[0]

    class Parts(IncrementalDecoder):
        def decode(self, input, final=False):
            return decode_(input, self.errors)[0]

    class Form(Codec):
        def encode(self, input, errors='strict'):
            return encode_(input, errors)

        def decode(self, input, errors='strict'):
            return decode_(input, errors)

    class Writer(Form, StreamWriter):
        charbuffertype = kind

    class Reader(Form, StreamReader):
        charbuffertype = kind
    return CodecInfo(encode_, decode_, Reader, Writer, Encoder or Pieces, Decoder or Parts, name,
                     _is_text_encoding=False)


def hex_codec():
    from binascii import a2b_hex, b2a_hex
    return _transform('hex', b2a_hex, a2b_hex)


def base64_codec():
    from base64 import decodebytes, encodebytes
    return _transform('base64', encodebytes, decodebytes)


def quopri_codec():
    from binascii import a2b_qp, b2a_qp

    def encode(data):
        return b2a_qp(bytes(data), quotetabs=True)
    return _transform('quopri', encode, a2b_qp)


def _uu_line(line):
    from binascii import Error, a2b_uu
    try:
        return a2b_uu(line)
    except Error:  # some write more behind a line than belongs to it
        bits = 8 * (line[0] - 32 & 63)
        return a2b_uu(line[:1 - -bits // 6])


def uu_codec():
    from binascii import b2a_uu

    def encode(data):
        lines = [b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45)]
        return b'begin 666 <data>\n' + b''.join(lines) + b' \nend\n'

    def decode(data):
        out, begun = [], False
        for line in bytes(data).splitlines(True):
            if not begun:
                begun = line.startswith(b'begin')
            elif line.strip() == b'end':
                return b''.join(out)
            else:
                out.append(_uu_line(line))
        raise ValueError('Truncated input data' if begun else 'Missing "begin" line in input data')
    return _transform('uu', encode, decode)


def zlib_codec():
    from zlib import compress, compressobj, decompress, decompressobj

    def stepwise(base, new, take, name):
        """A class whose method of that name hands pieces to an object of zlib's."""
        def step(self, input, final=False):
            pieces = [take(self._stream, input)]
            if final:
                pieces.append(self._stream.flush())
            return b''.join(pieces)

        class Steps(base):
            def __init__(self, errors='strict'):
                assert errors == 'strict'
                super().__init__(errors)
                self.reset()

            def reset(self):
                self._stream = new()
        setattr(Steps, name, step)
        return Steps

    return _transform('zlib', compress, decompress,
                      stepwise(IncrementalEncoder, compressobj, lambda stream, data: stream.compress(data), 'encode'),
                      stepwise(IncrementalDecoder, decompressobj, lambda stream, data: stream.decompress(data), 'decode'))


def rot_13():
    from encodings.rot_13 import rot13_map

    def turn(text):
        return str.translate(text, rot13_map)
    return _transform('rot-13', turn, turn, kind=str)


def undefined():
    def fail(input, errors='strict'):
        raise UnicodeError('undefined encoding')

    class Undefined(Codec):
        def encode(self, input, errors='strict', final=False):
            fail(input)
        decode = encode

    class Encoder(Undefined, IncrementalEncoder):
        pass

    class Decoder(Undefined, IncrementalDecoder):
        pass

    class Reader(Undefined, StreamReader):
        pass

    class Writer(Undefined, StreamWriter):
        pass
    return CodecInfo(fail, fail, Reader, Writer, Encoder, Decoder, 'undefined')


def _text_form(name, encode, decode, Encoder, Decoder):
    class Form(Codec):
        def encode(self, input, errors='strict'):
            return encode(input, errors)

        def decode(self, input, errors='strict'):
            return decode(input, errors)

    class Reader(Form, StreamReader):
        pass

    class Writer(Form, StreamWriter):
        pass
    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, name)


def punycode():
    from encodings.punycode import punycode_decode, punycode_encode

    def known(errors):
        if errors not in ('strict', 'replace', 'ignore'):
            raise UnicodeError('Unsupported error handling ' + errors)

    def encode(input, errors='strict'):
        return punycode_encode(input), len(input)

    def decode(input, errors='strict'):
        known(errors)
        return punycode_decode(input, errors), len(input)

    class Encoder(IncrementalEncoder):
        def encode(self, input, final=False):
            return punycode_encode(input)

    class Decoder(IncrementalDecoder):
        def decode(self, input, final=False):
            known(self.errors)
            return punycode_decode(input, self.errors)
    return _text_form('punycode', encode, decode, Encoder, Decoder)


def idna():
    from encodings import idna as names
    return _text_form('idna', names.encode, names.decode, names.IncrementalEncoder, names.IncrementalDecoder)
