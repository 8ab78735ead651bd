# Module getopt: options of a command line, as the C function of that name reads them.
__all__ = ['GetoptError', 'error', 'getopt', 'gnu_getopt']


class GetoptError(Exception):
    """Something is wrong with an option; opt is its name."""

    def __init__(self, msg, opt=''):
        super().__init__(msg, opt)
        self.msg, self.opt = msg, opt

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """(options with their values, the arguments behind them)"""
    return _read(args, shortopts, longopts, stop=True, mixed=False)


def gnu_getopt(args, shortopts, longopts=[]):
    """The same, with options also behind arguments, unless shortopts begins with '+'."""
    stop = shortopts.startswith('+')
    if not stop:
        import os
        stop = bool(getattr(os, 'environ', {}).get('POSIXLY_CORRECT'))
    return _read(args, shortopts.removeprefix('+'), longopts, stop, mixed=True)


def _read(args, shortopts, longopts, stop, mixed):
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    args, found, rest, at = list(args), [], [], 0
    while at < len(args):
        word = args[at]
        if word == '--':
            rest += args[at + 1:]
            break
        if word.startswith('--'):
            at = _long(word[2:], args, at + 1, longopts, found)
        elif word.startswith('-') and word != '-':
            at = _short(word[1:], args, at + 1, shortopts, found)
        elif stop:
            rest += args[at:]
            break
        else:
            rest.append(word)
            at += 1
    return found, rest


def _long(word, args, at, longopts, found):
    name, equals, value = word.partition('=')
    option, wants = long_has_args(name, longopts)
    if not equals:
        value = ''
        if wants:
            if at >= len(args):
                raise GetoptError(f'option --{option} requires argument', option)
            value = args[at]
            at += 1
    elif not wants:
        raise GetoptError(f'option --{option} must not have an argument', option)
    found.append(('--' + option, value))
    return at


def long_has_args(opt, longopts):
    """The option that this is or begins, and whether it wants a value."""
    fits = [option for option in longopts if option.startswith(opt)]
    if not fits:
        raise GetoptError(f'option --{opt} not recognized', opt)
    if opt in fits:
        return opt, False
    if opt + '=' in fits:
        return opt, True
    if len(fits) > 1:
        raise GetoptError(f'option --{opt} not a unique prefix', opt)
    return fits[0].removesuffix('='), fits[0].endswith('=')


def _short(letters, args, at, shortopts, found):
    while letters:
        letter, letters, value = letters[0], letters[1:], ''
        if short_has_arg(letter, shortopts):
            if not letters:
                if at >= len(args):
                    raise GetoptError(f'option -{letter} requires argument', letter)
                letters = args[at]
                at += 1
            value, letters = letters, ''
        found.append(('-' + letter, value))
    return at


def short_has_arg(opt, shortopts):
    at = -1 if opt == ':' else shortopts.find(opt)
    if at < 0:
        raise GetoptError(f'option -{opt} not recognized', opt)
    return shortopts.startswith(':', at + 1)
