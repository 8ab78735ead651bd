# Actions of module argparse: what an argument is, and what happens when it is met.
import sys as _sys

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, PARSER, REMAINDER = '==SUPPRESS==', '?', '*', '+', 'A...', '...'
__all__ = ['SUPPRESS', 'OPTIONAL', 'ZERO_OR_MORE', 'ONE_OR_MORE', 'PARSER', 'REMAINDER', 'Namespace', 'ArgumentError',
           'ArgumentTypeError', 'Action', 'BooleanOptionalAction', 'FileType']
_UNRECOGNIZED_ARGS_ATTR = '_unrecognized_args'


def _shown(name, places, named):
    """Name(a, b=c): names that are no identifiers come last, in a dictionary."""
    plain = [f'{key}={value!r}' for key, value in named if key.isidentifier()]
    odd = {key: value for key, value in named if not key.isidentifier()}
    return f'{name}({", ".join([*map(repr, places), *plain, *([f"**{odd!r}"] if odd else [])])})'


class _AttributeHolder:
    """Something whose repr shows its attributes."""

    def __repr__(self):
        return _shown(type(self).__name__, self._get_args(), self._get_kwargs())

    def _get_kwargs(self):
        return list(vars(self).items())

    def _get_args(self):
        return []


class Namespace(_AttributeHolder):
    """What parsing gives: an attribute for each argument."""

    def __init__(self, **kwargs):
        vars(self).update(kwargs)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in vars(self)


def _get_action_name(argument):
    if argument is None:
        return None
    names = ['/'.join(argument.option_strings)] if argument.option_strings else []
    names += [name for name in (argument.metavar, argument.dest) if name not in (None, SUPPRESS)]
    if not names and argument.choices:
        names = ['{' + ','.join(argument.choices) + '}']
    return names[0] if names else None


class ArgumentError(Exception):
    """Something is wrong with an argument; the text says with which."""

    def __init__(self, argument, message):
        self.argument_name, self.message = _get_action_name(argument), message

    def __str__(self):
        return self.message if self.argument_name is None else f'argument {self.argument_name}: {self.message}'


class ArgumentTypeError(Exception):
    """Raised by a function that converts an argument, with the text to show."""


class Action(_AttributeHolder):
    """An argument; called with what was found, to put it into the namespace."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings, self.dest, self.nargs = option_strings, dest, nargs
        self.const, self.default, self.type = const, default, type
        self.choices, self.required, self.help, self.metavar = choices, required, help, metavar

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in ('option_strings', 'dest', 'nargs', 'const', 'default', 'type',
                                                         'choices', 'required', 'help', 'metavar')]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


_NOT_GIVEN = object()


def _deprecated(name, value):
    if value is _NOT_GIVEN:
        return None
    import warnings
    warnings.warn(f'{name!r} is deprecated as of Python 3.12 and will be removed in Python 3.14.', DeprecationWarning,
                  stacklevel=3)
    return value


class BooleanOptionalAction(Action):
    """--name and --no-name."""

    def __init__(self, option_strings, dest, default=None, type=_NOT_GIVEN, choices=_NOT_GIVEN, required=False,
                 help=None, metavar=_NOT_GIVEN):
        type, choices, metavar = map(_deprecated, ('type', 'choices', 'metavar'), (type, choices, metavar))
        pairs = [(option, '--no-' + option[2:]) if option.startswith('--') else (option,) for option in option_strings]
        super().__init__(sum(map(list, pairs), []), dest, nargs=0, default=default, type=type, choices=choices,
                         required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith('--no-'))

    def format_usage(self):
        return ' | '.join(self.option_strings)


def _check_nargs(nargs, const, what, instead):
    if nargs == 0:
        raise ValueError(f'nargs for {what} actions must be != 0; if {instead}')
    if const is not None and nargs != OPTIONAL:
        raise ValueError('nargs must be %r to supply const' % OPTIONAL)


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        _check_nargs(nargs, const, 'store', 'you have nothing to store, actions such as store true or store const '
                     'may be more appropriate')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


def _grown(namespace, dest, more):
    """The list of the namespace with more at its end, as a new one: the default stays as it is."""
    have = getattr(namespace, dest, None)
    have = [] if have is None else have[:] if type(have) is list else _copied(have)
    more(have)
    setattr(namespace, dest, have)


def _copied(items):
    import copy
    return copy.copy(items)


class _AppendAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        _check_nargs(nargs, const, 'append', 'arg strings are not supplying the value to append, the append const '
                     'action may be more appropriate')
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        _grown(namespace, self.dest, lambda have: have.append(values))


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        _grown(namespace, self.dest, lambda have: have.append(self.const))


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        _grown(namespace, self.dest, lambda have: have.extend(values))


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, 0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, 0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, 0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._get_formatter()
        formatter.add_text(parser.version if self.version is None else self.version)
        parser._print_message(formatter.format_help(), _sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    """Subcommands: the first value chooses the parser of the rest."""

    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            metavar = f'{name} ({", ".join(aliases)})' if aliases else name
            super().__init__([], name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class = prog, parser_class
        self._name_parser_map, self._choices_actions = {}, []
        super().__init__(option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help,
                         metavar=metavar)

    def add_parser(self, name, **kwargs):
        names = [name, *kwargs.pop('aliases', ())]
        for place, taken in enumerate(names):
            if taken in self._name_parser_map:
                raise ArgumentError(self, f'conflicting subparser{" alias" if place else ""}: {taken}')
        if 'help' in kwargs:
            self._choices_actions.append(self._ChoicesPseudoAction(name, names[1:], kwargs.pop('help')))
        if kwargs.get('prog') is None:
            kwargs['prog'] = f'{self._prog_prefix} {name}'
        parser = self._parser_class(**kwargs)
        self._name_parser_map |= dict.fromkeys(names, parser)
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        chosen = self._name_parser_map.get(name)
        if chosen is None:
            raise ArgumentError(self, f'unknown parser {name!r} (choices: {", ".join(self._name_parser_map)})')
        found, unknown = chosen.parse_known_args(rest, None)
        vars(namespace).update(vars(found))
        if unknown:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, []).extend(unknown)


_ACTIONS = {None: _StoreAction, 'store': _StoreAction, 'store_const': _StoreConstAction, 'store_true': _StoreTrueAction,
           'store_false': _StoreFalseAction, 'append': _AppendAction, 'append_const': _AppendConstAction,
           'count': _CountAction, 'help': _HelpAction, 'version': _VersionAction, 'parsers': _SubParsersAction,
           'extend': _ExtendAction}


class FileType:
    """A type of arguments: files, which are opened."""

    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string != '-':
            return self._open(string)
        stream = _sys.stdin if 'r' in self._mode else _sys.stdout if set('wax').intersection(self._mode) else None
        if stream is None:
            raise ValueError('argument "-" with mode %r' % self._mode)
        return stream.buffer if 'b' in self._mode else stream

    def _open(self, path):
        try:
            return open(path, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{path}': {e}") from None

    def __repr__(self):
        places = [value for value in (self._mode, self._bufsize) if value != -1]
        named = [(name, value) for name, value in (('encoding', self._encoding), ('errors', self._errors))
                 if value is not None]
        return _shown(type(self).__name__, places, named)
