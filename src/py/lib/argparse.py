# Module argparse: a parser of command lines. _argparse_actions has what arguments do, _argparse_format
# the texts.
import re as _re
import sys as _sys

from _argparse_actions import *
from _argparse_actions import (_ACTIONS, _AppendAction, _AppendConstAction, _AttributeHolder, _CountAction,
                               _ExtendAction, _get_action_name, _HelpAction, _StoreAction, _StoreConstAction,
                               _StoreFalseAction, _StoreTrueAction, _SubParsersAction, _UNRECOGNIZED_ARGS_ATTR,
                               _VersionAction)
from _argparse_format import (ArgumentDefaultsHelpFormatter, HelpFormatter, MetavarTypeHelpFormatter,
                              RawDescriptionHelpFormatter, RawTextHelpFormatter)

__all__ = ['ArgumentParser', 'ArgumentError', 'ArgumentTypeError', 'BooleanOptionalAction', 'FileType', 'HelpFormatter',
           'ArgumentDefaultsHelpFormatter', 'RawDescriptionHelpFormatter', 'RawTextHelpFormatter',
           'MetavarTypeHelpFormatter', 'Namespace', 'Action', 'ONE_OR_MORE', 'OPTIONAL', 'PARSER', 'REMAINDER',
           'SUPPRESS', 'ZERO_OR_MORE']
_NEGATIVE = _re.compile(r'-\d+$|-\d*\.\d+$')
_MANY = float('inf')


def _plural(count, one, many):
    return one if count == 1 else many


class _Meanwhile:
    """Gives attributes of things other values for the time of a block."""

    def __init__(self, things, **values):
        self._kept = [(thing, name, getattr(thing, name)) for thing in things for name in values]
        self._values = values

    def __enter__(self):
        for thing, name, _ in self._kept:
            setattr(thing, name, self._values[name])

    def __exit__(self, *exc_info):
        for thing, name, value in self._kept:
            setattr(thing, name, value)


class _ActionsContainer:
    """What arguments are added to: a parser or a group of one."""

    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.prefix_chars = description, prefix_chars
        self.argument_default, self.conflict_handler = argument_default, conflict_handler
        self._registries = {'action': dict(_ACTIONS)}
        self._get_handler()
        self._actions, self._option_string_actions = [], {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._defaults = {}
        self._negative_number_matcher = _NEGATIVE
        self._has_negative_number_optionals = []

    # Registries.

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries.get(registry_name, {}).get(value, default)

    # Defaults.

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    # Adding.

    def add_argument(self, *args, **kwargs):
        """add_argument(dest, ..., name=value, ...); add_argument(option, option, ..., name=value, ...)"""
        described = self._described(args, kwargs)
        make = self._pop_action_class(described)
        if not callable(make):
            raise ValueError(f'unknown action "{make}"')
        return self._add_action(self._checked(make(**described)))

    def _described(self, args, kwargs):
        """What an action is made with, from what add_argument() was given."""
        is_option = len(args) > 1 or args and args[0] and args[0][0] in self.prefix_chars
        if args and 'dest' in kwargs and not is_option:
            raise ValueError('dest supplied twice for positional argument')
        described = (self._get_optional_kwargs if is_option else self._get_positional_kwargs)(*args, **kwargs)
        dest = described['dest']
        default = self._defaults.get(dest, self.argument_default)
        if default is not None or dest in self._defaults:
            described.setdefault('default', default)
        return described

    def _checked(self, action):
        """The action, if its type and its metavar will do."""
        convert = self._registry_get('type', action.type, action.type)
        if convert is FileType:
            raise ValueError(f'{convert!r} is a FileType class object, instance of it must be passed')
        if not (convert is None or callable(convert)):
            raise ValueError(f'{convert!r} is not callable')
        formatter = getattr(self, '_get_formatter', None)   # of a parser, groups have none
        try:
            if formatter:
                formatter()._format_args(action, None)
        except TypeError:
            raise ValueError('length of metavar tuple does not match nargs') from None
        return action

    def add_argument_group(self, *args, **kwargs):
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        action.container = self
        self._actions.append(action)
        self._option_string_actions.update(dict.fromkeys(action.option_strings, action))
        if any(map(self._negative_number_matcher.match, action.option_strings)):
            self._has_negative_number_optionals[:] = [True]
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        """All of a parent, in groups of the same titles."""
        titles = [group.title for group in self._action_groups]
        twice = [title for i, title in enumerate(titles) if title in titles[:i]]
        if twice:
            raise ValueError(f'cannot merge actions - two groups are named {twice[0]!r}')
        homes = {}
        for other in [*container._action_groups, *container._mutually_exclusive_groups]:
            homes.update(dict.fromkeys(other._group_actions, other._twin(self)))
        for action in container._actions:
            homes.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if 'required' in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get('nargs')
        if nargs not in (OPTIONAL, ZERO_OR_MORE) or nargs == ZERO_OR_MORE and 'default' not in kwargs:
            kwargs['required'] = True
        return {**kwargs, 'dest': dest, 'option_strings': []}

    def _get_optional_kwargs(self, *args, **kwargs):
        for option in args:
            if option[:1] not in self.prefix_chars or not option:
                raise ValueError(f'invalid option string {option!r}: must start with a character '
                                 f'{self.prefix_chars!r}')
        dest = kwargs.pop('dest', None)
        if dest is None:
            long = [option for option in args if len(option) > 1 and option[1] in self.prefix_chars]
            dest = (long or args)[0].lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f'dest= is required for options like {args[0]!r}')
            dest = dest.replace('-', '_')
        return {**kwargs, 'dest': dest, 'option_strings': list(args)}

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop('action', default)
        return self._registry_get('action', action, action)

    # Conflicts.

    def _get_handler(self):
        handler = getattr(self, f'_handle_conflict_{self.conflict_handler}', None)
        if handler is None:
            raise ValueError(f'invalid conflict_resolution value: {self.conflict_handler!r}')
        return handler

    def _check_conflict(self, action):
        known = self._option_string_actions
        conflicts = [(option, known[option]) for option in action.option_strings if option in known]
        if conflicts:
            self._get_handler()(action, conflicts)

    def _handle_conflict_error(self, action, conflicting_actions):
        options = ', '.join(option for option, _ in conflicting_actions)
        word = _plural(len(conflicting_actions), 'string', 'strings')
        raise ArgumentError(action, f'conflicting option {word}: {options}')

    def _handle_conflict_resolve(self, action, conflicting_actions):
        for option, other in conflicting_actions:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _Group(_ActionsContainer):
    """A part of a container, with whose tables it works."""

    def _share(self, container):
        for name in ('_registries', '_actions', '_option_string_actions', '_defaults',
                     '_has_negative_number_optionals', '_mutually_exclusive_groups'):
            setattr(self, name, getattr(container, name))
        self._group_actions = []


class _ArgumentGroup(_Group):
    def __init__(self, container, title=None, description=None, **kwargs):
        for name in ('conflict_handler', 'prefix_chars', 'argument_default'):
            kwargs.setdefault(name, getattr(container, name))
        super().__init__(description=description, **kwargs)
        self.title = title
        self._share(container)

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)

    def _add_to(self, page):
        page.start_section(self.title)
        page.add_text(self.description)
        page.add_arguments(self._group_actions)
        page.end_section()

    def _twin(self, parser):
        """The group of that parser which its actions go to as well."""
        for group in parser._action_groups:
            if group.title == self.title:
                return group
        return parser.add_argument_group(self.title, self.description, conflict_handler=self.conflict_handler)

    def add_argument_group(self, *args, **kwargs):
        import warnings
        warnings.warn('Nesting argument groups is deprecated.', DeprecationWarning, stacklevel=2)
        return super().add_argument_group(*args, **kwargs)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required, self._container = required, container

    def _add_action(self, action):
        if action.required:
            raise ValueError('mutually exclusive arguments must be optional')
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)

    def _twin(self, parser):
        return parser.add_mutually_exclusive_group(required=self.required)

    def add_mutually_exclusive_group(self, *args, **kwargs):
        import warnings
        warnings.warn('Nesting mutually exclusive groups is deprecated.', DeprecationWarning, stacklevel=2)
        return super().add_mutually_exclusive_group(*args, **kwargs)


# How many values arguments take: at least, at most, and whether what looks like an option counts.
_COUNTS = {None: (1, 1, False), OPTIONAL: (0, 1, False), ZERO_OR_MORE: (0, _MANY, False),
           ONE_OR_MORE: (1, _MANY, False), REMAINDER: (0, _MANY, True), PARSER: (1, _MANY, True),
           SUPPRESS: (0, 0, False)}


def _counts(action):
    found = _COUNTS.get(action.nargs)
    return found or (int(action.nargs), int(action.nargs), False)


class _Run:
    """One command line being parsed."""

    def __init__(self, parser, words, namespace):
        self.parser, self.words, self.namespace = parser, words, namespace
        self.extras, self.seen, self.given = [], set(), set()
        self.waiting = parser._get_positional_actions()
        self.rivals = {}
        for group in parser._mutually_exclusive_groups:
            for i, action in enumerate(group._group_actions):
                others = self.rivals.setdefault(action, [])
                others += group._group_actions[:i] + group._group_actions[i + 1:]
        # Each word: O an option, A a value, - the '--' behind which all are values.
        self.options, kinds, ended = {}, [], False
        for i, word in enumerate(words):
            option = None if ended or word == '--' else parser._parse_optional(word)
            if option is not None:
                self.options[i] = option
            kinds.append('O' if option is not None else '-' if word == '--' and not ended else 'A')
            ended = ended or word == '--'
        self.kinds = ''.join(kinds)

    def run(self, intermixed=False):
        at, last = 0, max(self.options, default=-1)
        places = sorted(self.options)
        k = 0
        while at <= last:
            while places[k] < at:
                k += 1
            there = places[k]
            if at != there:
                end = self.positionals(at)
                if end > at:
                    at = end
                    continue
            if at not in self.options:
                self.extras += self.words[at:there]
                at = there
            at = self.option(at)
        self.extras += self.words[self.positionals(at):]

    def do(self, action, words, option=None):
        self.seen.add(action)
        values = self.parser._get_values(action, words)
        if values is not action.default:
            self.given.add(action)
            for other in self.rivals.get(action, ()):
                if other in self.given:
                    raise ArgumentError(action, f'not allowed with argument {_get_action_name(other)}')
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option)

    # Options.

    def option(self, at):
        """Does what the option there says; where to go on."""
        action, name, value = self.options[at]
        if action is None:
            self.extras.append(self.words[at])
            return at + 1
        todo, end = [], at + 1
        while value is not None:
            least, most, _ = _counts(action)
            if most > 0:
                if least > 1:
                    self.few(action)
                todo.append((action, [value], name))
                break
            # A flag, with others behind it in the same word.
            if value == '' or name[1] in self.parser.prefix_chars:
                raise ArgumentError(action, f'ignored explicit argument {value!r}')
            todo.append((action, [], name))
            name, rest = name[0] + value[0], value[1:] or None
            follower = self.parser._option_string_actions.get(name)
            if follower is None:
                raise ArgumentError(action, f'ignored explicit argument {value!r}')
            action, value = follower, rest
        else:
            count = self.count(action, end)
            todo.append((action, self.words[end:end + count], name))
            end += count
        for step in todo:
            self.do(*step)
        return end

    def count(self, action, start):
        """How many words from there on an option takes."""
        least, most, all_kinds = _counts(action)
        end = start
        while end < len(self.kinds) and end - start < most and (
                self.kinds[end] == 'A' or all_kinds and self.kinds[end] == 'O' and
                (end > start or action.nargs == REMAINDER)):
            end += 1
        if end - start < least:
            self.few(action)
        return end - start

    def few(self, action):
        texts = {None: 'expected one argument', OPTIONAL: 'expected at most one argument',
                 ONE_OR_MORE: 'expected at least one argument'}
        text = texts.get(action.nargs)
        if text is None:
            text = 'expected %s %s' % (action.nargs, _plural(action.nargs, 'argument', 'arguments'))
        raise ArgumentError(action, text)

    # Values without an option.

    def positionals(self, start):
        """Gives words from there on to the next arguments; where to go on."""
        end = self.kinds.find('O', start)
        end = len(self.kinds) if end < 0 else end
        values = self.kinds.count('A', start, end)
        counts = self.shares(start, values)
        for action, count in zip(self.waiting[:len(counts)], counts):
            stop = self.stop(action, start, end, count)
            self.do(action, self.words[start:stop])
            start = stop
        del self.waiting[:len(counts)]
        return start

    def shares(self, start, values):
        """How many values each of the next arguments takes: as many of them as can have what they
        need, and of these each as much as those behind leave it."""
        takers, needed = [], 0
        for action in self.waiting:
            least, most, all_kinds = _counts(action)
            if needed + least > values:
                break
            needed += least
            takers.append((least, most))
        counts = []
        for least, most in takers:
            needed -= least
            count = min(most, values - needed)
            counts.append(count)
            values -= count
        return counts

    def stop(self, action, at, end, count):
        """Where the words of an argument with so many values end; a '--' beside them is one of them."""
        if _counts(action)[2]:
            return len(self.kinds)
        while at < end and (count or self.kinds[at] == '-'):
            count -= self.kinds[at] == 'A'
            at += 1
        return at


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Knows the arguments of a program, reads them from a command line, and tells about them."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[],
                 formatter_class=HelpFormatter, prefix_chars='-', fromfile_prefix_chars=None, argument_default=None,
                 conflict_handler='error', add_help=True, allow_abbrev=True, exit_on_error=True):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        if prog is None:
            prog = _sys.argv[0].rpartition('/')[2] if _sys.argv else ''
        self.prog, self.usage, self.epilog, self.formatter_class = prog, usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help = fromfile_prefix_chars, add_help
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group('positional arguments')
        self._optionals = self.add_argument_group('options')
        self._subparsers = None
        self.register('type', None, _same)
        if add_help:
            dash = '-' if '-' in prefix_chars else prefix_chars[0]
            self.add_argument(dash + 'h', dash * 2 + 'help', action='help', default=SUPPRESS,
                              help='show this help message and exit')
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in ('prog', 'usage', 'description', 'formatter_class',
                                                         'conflict_handler', 'add_help')]

    def add_subparsers(self, **kwargs):
        if self._subparsers is not None:
            self.error('cannot have multiple subparser arguments')
        titled = {'title': 'subcommands', 'description': None}
        named = {name: kwargs.pop(name) for name in titled if name in kwargs}
        self._subparsers = self.add_argument_group(**{**titled, **named}) if named else self._positionals
        if kwargs.get('prog') is None:
            kwargs['prog'] = self._usage_before_command()
        make = self._pop_action_class(kwargs, 'parsers')
        action = make(option_strings=[], **{'parser_class': type(self), **kwargs})
        self._subparsers._add_action(action)
        return action

    def _usage_before_command(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, '')
        return formatter.format_help().strip()

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    # Parsing.

    def parse_args(self, args=None, namespace=None):
        args, unknown = self.parse_known_args(args, namespace)
        return self._complete(args, unknown)

    def _complete(self, args, unknown):
        if unknown:
            self.error(f'unrecognized arguments: {" ".join(unknown)}')
        return args

    def parse_known_args(self, args=None, namespace=None):
        words = list(_sys.argv[1:] if args is None else args)
        values, start = Namespace() if namespace is None else namespace, {}
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS:
                start.setdefault(action.dest, action.default)
        for dest, value in (*start.items(), *self._defaults.items()):
            if not hasattr(values, dest):
                setattr(values, dest, value)
        try:
            values, unknown = self._parse_known_args(words, values)
        except ArgumentError as e:
            if self.exit_on_error:
                self.error(str(e))
            raise
        return values, unknown + vars(values).pop(_UNRECOGNIZED_ARGS_ATTR, [])

    def _parse_known_args(self, words, namespace):
        if self.fromfile_prefix_chars is not None:
            words = self._read_args_from_files(words)
        run = _Run(self, words, namespace)
        run.run()
        self._check_required(run)
        return namespace, run.extras

    def _check_required(self, run):
        missing = []
        for action in self._actions:
            if action in run.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif isinstance(action.default, str) and \
                    getattr(run.namespace, action.dest, None) is action.default:
                # A default in text is converted only now, when it is needed.
                setattr(run.namespace, action.dest, self._get_value(action, action.default))
        if missing:
            raise ArgumentError(None, f'the following arguments are required: {", ".join(map(str, missing))}')
        for group in self._mutually_exclusive_groups:
            if group.required and not any(action in run.given for action in group._group_actions):
                names = [_get_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                raise ArgumentError(None, f'one of the arguments {" ".join(names)} is required')

    def _read_args_from_files(self, words):
        signs = self.fromfile_prefix_chars
        read = [self._args_in(word[1:]) if word and word[0] in signs else [word] for word in words]
        return [arg for args in read for arg in args]

    def _args_in(self, name):
        try:
            with open(name) as file:
                lines = file.read().splitlines()
        except OSError as e:
            raise ArgumentError(None, str(e)) from None
        return self._read_args_from_files([arg for line in lines for arg in self.convert_arg_line_to_args(line)])

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _parse_optional(self, word):
        """(action or None, option, value or None) of what looks like an option; None: it does not."""
        if not word or word[0] not in self.prefix_chars:
            return None
        table, name, equals, value = self._option_string_actions, *word.partition('=')
        for option, its_value in ((word, None), (name, value)) if equals else ((word, None),):
            if option in table:
                return table[option], option, its_value
        match self._get_option_tuples(word) if len(word) > 1 else ():
            case [found]:
                return found
            case [_, _, *_] as all:
                options = ', '.join([option for _, option, _ in all])
                raise ArgumentError(None, f'ambiguous option: {word} could match {options}')
        number = not self._has_negative_number_optionals and self._negative_number_matcher.match(word)
        return None if number or len(word) == 1 or ' ' in word else (None, word, None)

    def _get_option_tuples(self, word):
        """All options that the word may be short for."""
        is_long, found = word[1] in self.prefix_chars, []
        start, equals, value = word.partition('=') if is_long else (word, '', '')
        for option, action in self._option_string_actions.items() if self.allow_abbrev or not is_long else ():
            if not is_long and option == word[:2]:      # with its value behind it
                found.append((action, option, word[2:]))
            elif option.startswith(start):
                found.append((action, option, value if equals else None))
        return found

    # Intermixed.

    def parse_intermixed_args(self, args=None, namespace=None):
        args, unknown = self.parse_known_intermixed_args(args, namespace)
        return self._complete(args, unknown)

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """Options first, then all values, wherever they stood."""
        placed, groups = self._get_positional_actions(), self._mutually_exclusive_groups
        for nargs in [action.nargs for action in placed if action.nargs in (PARSER, REMAINDER)]:
            raise TypeError(f'parse_intermixed_args: positional arg with nargs={nargs}')
        if any([action in placed for group in groups for action in group._group_actions]):
            raise TypeError('parse_intermixed_args: positional in mutuallyExclusiveGroup')
        usage = self.format_usage().removeprefix('usage: ') if self.usage is None else self.usage
        with _Meanwhile([self], usage=usage):
            with _Meanwhile(placed, nargs=SUPPRESS, default=SUPPRESS):
                namespace, rest = self.parse_known_args(args, namespace)
                for action in placed:
                    if getattr(namespace, action.dest, None) == []:
                        delattr(namespace, action.dest)
            with _Meanwhile([*self._get_optional_actions(), *groups], required=False):
                return self.parse_known_args(rest, namespace)

    # Values.

    def _get_values(self, action, words):
        if '--' in words and action.nargs not in (PARSER, REMAINDER):
            at = words.index('--')
            words = [*words[:at], *words[at + 1:]]
        if action.nargs == SUPPRESS:
            return SUPPRESS
        if not words and (action.nargs == OPTIONAL or action.nargs == ZERO_OR_MORE and not action.option_strings):
            return self._value_of_none(action)
        values = [self._get_value(action, word) for word in words]
        for value in values[:{PARSER: 1, REMAINDER: 0}.get(action.nargs)]:
            self._check_value(action, value)
        return values[0] if action.nargs in (None, OPTIONAL) else values

    def _value_of_none(self, action):
        """What an action gets for which no word was given, and none had to be."""
        value = action.default
        if action.nargs == OPTIONAL:
            value = action.const if action.option_strings else value
            if not isinstance(value, str):
                return value
            value = self._get_value(action, value)
        elif value is None:
            return []
        self._check_value(action, value)
        return value

    def _get_value(self, action, word):
        convert = self._registry_get('type', action.type, action.type)
        if not callable(convert):
            raise ArgumentError(action, f'{convert!r} is not callable')
        try:
            return convert(word)
        except (ArgumentTypeError, TypeError, ValueError) as e:
            name = getattr(action.type, '__name__', repr(action.type))
            raise ArgumentError(action, str(e) if isinstance(e, ArgumentTypeError) else
                                f'invalid {name} value: {word!r}')

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, f'invalid choice: {value!r} (choose from '
                                        f'{", ".join(map(repr, action.choices))})')

    # Texts.

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def _begun(self):
        """A formatter that has the usage."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter

    def format_usage(self):
        return self._begun().format_help()

    def format_help(self):
        page = self._begun()
        page.add_text(self.description)
        for group in self._action_groups:
            group._add_to(page)
        page.add_text(self.epilog)
        return page.format_help()

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), _sys.stdout if file is None else file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), _sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            try:
                (file or _sys.stderr).write(message)
            except (AttributeError, OSError):
                pass

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        """Says how the program is used and what was wrong, and ends it with status 2."""
        self.print_usage(_sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')


def _same(string):
    return string


for _thing in list(globals().values()):
    if isinstance(_thing, type) and _thing.__module__ in ('_argparse_actions', '_argparse_format'):
        _thing.__module__ = 'argparse'
del _thing
