# Usage and help texts of module argparse. Names of methods that programs override are as they know them.
import re as _re
import textwrap as _textwrap

from _argparse_actions import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE

_SPACE = _re.compile(r'\s+', _re.ASCII)
_LEAST = 11  # columns that a text has, however narrow it gets


def _columns():
    import os
    wish = getattr(os, 'environ', {}).get('COLUMNS', '')
    return int(wish) if wish.isdigit() and int(wish) > 0 else 80


class _Section:
    def __init__(self, heading=None):
        self.heading, self.items = heading, []


class HelpFormatter:
    """Makes the texts: sections are opened, filled and closed, and in the end all is formatted."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        self._prog = prog
        self._indent_increment = indent_increment
        self._width = _columns() - 2 if width is None else width
        self._max_help_position = min(max_help_position, max(self._width - 20, indent_increment * 2))
        self._current_indent = self._level = self._action_max_length = 0
        self._sections = [_Section()]

    # Filling.

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        assert self._current_indent >= 0, 'Indent decreased below 0.'
        self._level -= 1

    def _add_item(self, function, *args):
        self._sections[-1].items.append((function, args))

    def start_section(self, heading):
        self._indent()
        section = _Section(heading)
        self._add_item(self._format_section, section, self._current_indent)
        self._sections.append(section)

    def end_section(self):
        self._sections.pop()
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, text)

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, usage, actions, groups, prefix)

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        widest = max(len(self._format_action_invocation(each))
                     for each in (action, *self._iter_indented_subactions(action)))
        self._action_max_length = max(self._action_max_length, widest + self._current_indent)
        self._add_item(self._format_action, action)

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    # Formatting.

    def format_help(self):
        text = self._join_parts(function(*args) for function, args in self._sections[0].items)
        return _re.sub(r'\n{3,}', '\n\n', text).strip('\n') + '\n' if text else ''

    def _join_parts(self, part_strings):
        return ''.join(part for part in part_strings if part and part is not SUPPRESS)

    def _format_section(self, section, indent):
        kept, self._current_indent = self._current_indent, indent
        body = self._join_parts(function(*args) for function, args in section.items)
        self._current_indent = kept
        if not body:
            return ''
        shown = section.heading is not SUPPRESS and section.heading is not None
        # The heading stands where the section around it does.
        heading = f'{" " * (indent - self._indent_increment)}{section.heading}:\n' if shown else ''
        return f'\n{heading}{body}\n'

    def _format_text(self, text):
        if '%(prog)' in text:
            text = text % {'prog': self._prog}
        room = max(self._width - self._current_indent, _LEAST)
        return self._fill_text(text, room, ' ' * self._current_indent) + '\n\n'

    # Usage.

    def _format_usage(self, usage, actions, groups, prefix):
        begin = 'usage: ' if prefix is None else prefix
        text = self._usage_text(begin, actions, groups) if usage is None else usage % {'prog': self._prog}
        return f'{begin}{text}\n\n'

    def _usage_text(self, begin, actions, groups):
        """The program and its arguments, in lines if they are too long for one."""
        kinds = [], []      # options and, behind them, the others
        for action in actions:
            kinds[not action.option_strings].append(action)
        prog, room = str(self._prog), self._width - self._current_indent
        line = ' '.join(filter(None, (prog, self._format_actions_usage(kinds[0] + kinds[1], groups) if actions else '')))
        if not actions or len(begin) + len(line) <= room:
            return line
        return self._wrapped_usage(begin, prog, *[_words(self._format_actions_usage(kind, groups)) for kind in kinds],
                                   room)

    def _wrapped_usage(self, prefix, prog, named, placed, room):
        """Options on lines of their own, then arguments; behind the program where that leaves room."""
        if len(prefix) + len(prog) <= 0.75 * room:
            indent = ' ' * (len(prefix) + len(prog) + 1)
            first, *rest = [words for words in (named, placed) if words] or [[]]
            lines = _lines([prog] + first, room, len(prefix), indent)
            for words in rest:
                lines += _lines(words, room, len(indent), indent, True)
            return '\n'.join(lines)
        indent = ' ' * len(prefix)
        lines = _lines(named + placed, room, len(indent), indent, True)
        if len(lines) > 1:
            lines = _lines(named, room, len(indent), indent, True) + _lines(placed, room, len(indent), indent, True)
        return '\n'.join([prog] + lines)

    def _usage_of(self, action, grouped):
        if action.help is SUPPRESS:
            return None
        if not action.option_strings:
            part = self._format_args(action, self._get_default_metavar_for_positional(action))
            bracketed = grouped and part[:1] == '[' and part[-1:] == ']'
            return part[1:-1] if bracketed else part
        if action.nargs == 0:
            part = action.format_usage()
        else:
            args = self._format_args(action, self._get_default_metavar_for_optional(action))
            part = f'{action.option_strings[0]} {args}'
        return part if grouped or action.required else f'[{part}]'

    def _format_actions_usage(self, actions, groups):
        opens, closes, starts, bars, grouped = {}, {}, set(), set(), set()
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError(f'empty group {group}')
            if members[0] not in actions or all(action.help is SUPPRESS for action in members):
                continue
            start = actions.index(members[0])
            end = start + len(members)
            if actions[start:end] != members:
                continue
            grouped.update(range(start, end))
            starts.add(start)
            bars.update(range(start + 1, end))
            shown = sum(action.help is not SUPPRESS for action in members)
            if not group.required or shown > 1:
                left, right = '()' if group.required else '[]'
                opens[start] = opens.get(start, '') + left
                closes[end - 1] = right + closes.get(end - 1, '')
        return self._joined_usage([self._usage_of(action, i in grouped) for i, action in enumerate(actions)],
                                  opens, closes, starts, bars)

    def _joined_usage(self, parts, opens, closes, starts, bars):
        """Brackets and bars as planned, but not where nothing is shown."""
        text, waiting, bar, empty = '', '', False, True  # empty: nothing stands in the group yet
        for i, part in enumerate(parts):
            bar = bar or i in bars and not empty
            empty = empty or i in starts
            waiting += opens.get(i, '')
            if part:
                join = ' | ' if bar else ' ' if text else ''
                text += join + waiting + part
                waiting, bar, empty = '', False, False
            if i in closes:
                if waiting:
                    waiting = ''
                else:
                    text += closes[i]
                bar = False
        return text

    # Arguments.

    def _format_action(self, action):
        position = min(self._action_max_length + 2, self._max_help_position)
        room, indent = max(self._width - position, _LEAST), ' ' * self._current_indent
        header = self._format_action_invocation(action)
        help_text = self._expand_help(action) if action.help and action.help.strip() else ''
        lines = self._split_lines(help_text, room) if help_text else []
        space = position - self._current_indent - 2
        parts = [indent + header]
        if not action.help:
            parts.append('\n')
        elif len(header) <= space and lines:
            parts.append(' ' * (space - len(header) + 2) + lines.pop(0) + '\n')
        elif len(header) <= space:
            parts.append(' ' * (space - len(header) + 2) + '\n')
        else:
            parts.append('\n')
        parts += [f'{" " * position}{line}\n' for line in lines]
        parts += [self._format_action(below) for below in self._iter_indented_subactions(action)]
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1)[0]
        if action.nargs == 0:
            return ', '.join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ', '.join(f'{option} {args}' for option in action.option_strings)

    def _metavar_formatter(self, action, default_metavar):
        name = action.metavar
        if name is None:
            name = default_metavar if action.choices is None else f'{{{",".join(map(str, action.choices))}}}'
        return lambda size: name if isinstance(name, tuple) else (name,) * size

    def _format_args(self, action, default_metavar):
        metavar, nargs = self._metavar_formatter(action, default_metavar), action.nargs
        if nargs == ZERO_OR_MORE:
            names = metavar(1)
            return '[%s [%s ...]]' % names if len(names) == 2 else '[%s ...]' % names
        form = {None: (1, '%s'), OPTIONAL: (1, '[%s]'), ONE_OR_MORE: (2, '%s [%s ...]'), REMAINDER: (0, '...'),
                PARSER: (1, '%s ...'), SUPPRESS: (0, '')}.get(nargs)
        if form:
            size, text = form
            return text % metavar(size) if size else text
        try:
            forms = ['%s' for _ in range(nargs)]
        except TypeError:
            raise ValueError('invalid nargs value') from None
        return ' '.join(forms) % metavar(nargs)

    def _expand_help(self, action):
        known = {name: getattr(value, '__name__', value)
                 for name, value in (*vars(action).items(), ('prog', self._prog)) if value is not SUPPRESS}
        choices = known.get('choices')
        if choices is not None:
            known['choices'] = ', '.join(map(str, choices))
        return self._get_help_string(action) % known

    def _iter_indented_subactions(self, action):
        below = getattr(action, '_get_subactions', None)
        if below is not None:
            self._indent()
            yield from below()
            self._dedent()

    def _split_lines(self, text, width):
        return _textwrap.wrap(_SPACE.sub(' ', text).strip(), width)

    def _fill_text(self, text, width, indent):
        return _textwrap.fill(_SPACE.sub(' ', text).strip(), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


def _words(usage):
    """A usage split at the spaces that are in no brackets."""
    words, depth = [''], 0
    for c in usage:
        depth += (c in '([') - (c in ')]')
        if c == ' ' and depth <= 0:
            words.append('')
        else:
            words[-1] += c
    return [word for word in words if word]


def _lines(words, room, used, indent, indented=False):
    """Words in lines of that room, of which the first has so many columns used."""
    lines, free = [], 0
    for word in words:
        if lines and len(lines[-1]) + len(word) < free:
            lines[-1] += ' ' + word
        else:
            free = room - (len(indent) if lines else used)
            lines.append(word)
    return [(indent if i or indented else '') + line for i, line in enumerate(lines)]


class RawDescriptionHelpFormatter(HelpFormatter):
    """Leaves the lines of descriptions as they are."""

    def _fill_text(self, text, width, indent):
        return ''.join(indent + line for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Leaves the lines of all texts as they are."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Tells the default of each argument."""

    def _get_help_string(self, action):
        text = action.help or ''
        if '%(default)' in text or action.default is SUPPRESS:
            return text
        if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
            text += ' (default: %(default)s)'
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Calls values by the name of their type."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__
