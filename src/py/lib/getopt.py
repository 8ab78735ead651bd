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
    whole = [option for option in (opt, opt + '=') if option in fits]
    if not whole and len(fits) != 1:
        problem = 'not a unique prefix' if fits else 'not recognized'
        raise GetoptError(f'option --{opt} {problem}', opt)
    option = (whole or fits)[0]
    return option.removesuffix('='), option.endswith('=')


def _short(letters, args, at, shortopts, found):
    for end, letter in enumerate(letters, 1):
        if not short_has_arg(letter, shortopts):
            found.append(('-' + letter, ''))
            continue
        value = letters[end:]   # or the next word, where nothing follows
        if not value:
            if at >= len(args):
                raise GetoptError(f'option -{letter} requires argument', letter)
            value, at = args[at], at + 1
        found.append(('-' + letter, value))
        break
    return at


def short_has_arg(opt, shortopts):
    at = -1 if opt == ':' else shortopts.find(opt)
    if at < 0:
        raise GetoptError(f'option -{opt} not recognized', opt)
    return shortopts.startswith(':', at + 1)
