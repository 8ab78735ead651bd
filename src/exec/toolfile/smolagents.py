# Module smolagents as files of tools import it: the decorator and the class that make tools.
import types

import _tool_rules as _rules
from _tool_rules import DocstringParsingException, TypeHintParsingException, fault as _fault

__all__ = ['DocstringParsingException', 'Tool', 'TypeHintParsingException', 'tool']

AUTHORIZED_TYPES = ['string', 'boolean', 'integer', 'number', 'image', 'audio', 'array', 'object', 'any',
                    'null']
_HANDLES = ('image', 'audio')
_made = []  # by the decorator, in their order


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    raise ImportError(f"smolagents has no '{name}' here: this program is the agent; import tool and Tool "
                      'alone, and leave out what makes or runs an agent')


class _Validated(type):
    # Whatever __init__ sets counts, so that an instance is looked at when it is whole.
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made._descriptor = made._describe()
        return made


class Tool(metaclass=_Validated):
    """A tool: a subclass says its name, description, inputs and output_type, and does its work in
    forward(); setup() runs before the first call."""

    effects = None
    output_schema = None
    is_initialized = False
    skip_forward_signature_validation = False

    def __init__(self, *args, **kwargs):
        self.is_initialized = False

    def setup(self):
        """What is to be done once, before the first call."""
        self.is_initialized = True

    def __call__(self, *args, sanitize_inputs_outputs=False, **kwargs):
        if not self.is_initialized:
            self.setup()
            self.is_initialized = True
        if len(args) == 1 and not kwargs and isinstance(args[0], dict) and args[0]:
            if all(key in self.inputs for key in args[0]):
                args, kwargs = (), args[0]
        return self.forward(*args, **kwargs)

    def _line(self, attribute):
        return _rules.source.attribute(type(self), attribute)

    def _check_texts(self, what):
        kinds = {'name': str, 'description': str, 'inputs': dict, 'output_type': str}
        for attribute, kind in kinds.items():
            value = getattr(self, attribute, None)
            wanted = 'dict' if kind is dict else 'string'
            if value is None:
                raise _fault(TypeError, self._line(attribute), f'{what} has no {attribute}',
                             f'set the attribute {attribute}, a {wanted}, in the class')
            if not isinstance(value, kind):
                raise _fault(TypeError, self._line(attribute), f'{what}: its {attribute} is a '
                             f'{type(value).__name__}', f'make it a {wanted}')
        if not _rules.is_name(self.name):
            raise _fault(ValueError, self._line('name'), f'{what}: its name {self.name!r} is no Python name',
                         'take letters, digits and _, and no keyword')
        if self.output_type not in AUTHORIZED_TYPES:
            raise _fault(ValueError, self._line('output_type'),
                         f'{what}: there is no output_type {self.output_type!r}',
                         'it is one of ' + ', '.join(AUTHORIZED_TYPES))

    def _check_inputs(self, what):
        line = self._line('inputs')
        for name, given in self.inputs.items():
            if not isinstance(name, str) or not isinstance(given, dict) or not {'type', 'description'} <= set(given):
                raise _fault(AssertionError, line, f'{what}: its input {name!r} is not whole',
                             f'write "{name}": {{"type": "string", "description": "what it is"}}')
            kinds = given['type'] if isinstance(given['type'], list) else [given['type']]
            if not kinds or not all(isinstance(k, str) for k in kinds):
                raise _fault(TypeError, line, f'{what}: the type of its input {name!r} is {given["type"]!r}',
                             'make it a string, or a list of such')
            for kind in kinds:
                if kind not in AUTHORIZED_TYPES:
                    raise _fault(ValueError, line, f'{what}: its input {name!r} has the type {kind!r}',
                                 'it is one of ' + ', '.join(AUTHORIZED_TYPES))
            if not _rules.is_json(given):
                raise _fault(TypeError, line, f'{what}: its input {name!r} is no JSON',
                             'use strings, numbers, lists, dicts, True, False and None')

    def _check_forward(self, what):
        """Defaults of its parameters, where forward() has to have those of inputs."""
        function = getattr(self.forward, '__func__', self.forward)
        line = self._line('forward')
        if self.skip_forward_signature_validation or not isinstance(function, types.FunctionType):
            return {}
        values, odd = _rules.signature(function)
        if function is not self.forward:
            values.pop(next(iter(values), None), None)
        if odd or set(values) != set(self.inputs):
            raise _fault(Exception, line, f'{what}: forward() takes {", ".join(values) or "nothing"}'
                         f'{f" and {odd}" if odd else ""}, its inputs are {", ".join(self.inputs) or "none"}',
                         'name the same in both')
        hints = _rules.hints(function, line, what)
        for name, value in values.items():
            nullable = value is not _rules.NONE or _rules.is_nullable(hints.get(name, ...))
            if nullable != bool(self.inputs[name].get('nullable')):
                remedy = (f'add "nullable": True to the input {name!r}' if nullable else
                          f'give the parameter the default None, or leave "nullable" out')
                raise _fault(AssertionError, line, f'{what}: forward() and inputs do not agree whether '
                             f'{name!r} may be left out', remedy)
        return values

    def forward(self, *args, **kwargs):
        """The work of the tool."""
        raise NotImplementedError('a tool needs a method forward()')

    def _describe(self):
        what = f'tool {self.name!r}' if isinstance(getattr(self, 'name', 0), str) else f'class {type(self).__name__}'
        self._check_texts(what)
        self._check_inputs(what)
        if type(self).forward is Tool.forward and 'forward' not in vars(self):
            raise _fault(Exception, self._line('forward'), f'{what} has no forward()',
                         f'define def forward(self{"".join(", " + n for n in self.inputs)})')
        values = self._check_forward(what)
        properties = {name: _property(given, values.get(name, _rules.NONE)) for name, given in self.inputs.items()}
        output = self.output_schema or _output(self.output_type)
        if output is not None and not (isinstance(output, dict) and _rules.is_json(output)):
            raise _fault(TypeError, self._line('output_schema'), f'{what}: its output_schema is no JSON Schema',
                         'make it a dict of JSON values')
        self._handles = [n for n, given in self.inputs.items() if given['type'] in _HANDLES]
        required = [n for n, given in self.inputs.items() if not given.get('nullable')]
        return {'name': self.name, 'description': self.description, 'output': output,
                'inputs': _object(properties, required), 'line': self._line('name'),
                'effects': _rules.effects(self.effects, self._line('effects'), what)}


def _object(properties, required):
    return {'type': 'object', 'properties': properties, 'required': required, 'additionalProperties': False}


def _plain(kind):
    return 'string' if kind in _HANDLES else kind


def _property(given, default):
    kinds = given['type'] if isinstance(given['type'], list) else [given['type']]
    kinds = [_plain(kind) for kind in kinds]
    nullable = given.get('nullable')
    if nullable and not {'null', 'any'} & set(kinds):
        kinds.append('null')
    made = {key: value for key, value in given.items() if key != 'nullable'}
    made['type'] = kinds[0] if len(kinds) == 1 else kinds
    if given['type'] in _HANDLES:
        made['format'] = 'handle'
    if default is not _rules.NONE and _rules.is_json(default):
        made.setdefault('default', default)
    elif nullable:
        made.setdefault('default', None)
    return made


def _output(kind):
    return None if kind == 'any' else {'type': _plain(kind)}


def _let_be_none(made):
    if 'anyOf' in made:
        made['anyOf'] += [{'type': 'null'}] * ({'type': 'null'} not in made['anyOf'])
        return
    kinds = made['type'] if isinstance(made['type'], list) else [made['type']]
    if not {'null', 'any'} & set(kinds):
        made['type'] = kinds + ['null']
    if None not in made.get('enum', (None,)):
        made['enum'] = [*made['enum'], None]


def _undecorated(function):
    # What other decorators say that they stand before, as functools.wraps and lru_cache do.
    while hasattr(function, '__wrapped__'):
        function = function.__wrapped__
    return function


class _FunctionTool(Tool):
    """What @tool makes of a function."""

    skip_forward_signature_validation = True

    def __init__(self, function, effects):
        self.forward, self.effects = function, effects
        self.name = self.__name__ = function.__name__
        self.__doc__, self.__wrapped__ = function.__doc__, _undecorated(function)
        self.__module__ = function.__module__

    def _parameter(self, name, hints, doc, default):
        line = _rules.parameter_line(self._node, name)
        what = f'tool {self.name!r}: its parameter {name!r}'
        if name not in hints:
            raise _fault(TypeHintParsingException, line, f'{what} has no type hint',
                         f'write {name}: str, or the type that it is of')
        if not doc.args.get(name):
            raise _fault(DocstringParsingException, line, f'{what} is not described in the docstring',
                         f'add a line "{name}: what it is" to its section "Args:"')
        made = _rules.schema(hints[name], line, what)
        made['description'], allowed = _rules.choices(doc.args[name], line, what)
        if allowed is not None:
            made['enum'] = allowed
        if default is None or _rules.is_nullable(hints[name]):
            _let_be_none(made)
        if _rules.is_json(default):
            made['default'] = default
        return made

    def _check_function(self, what, line):
        """Its parameters and their defaults."""
        values, odd = _rules.signature(self.__wrapped__)
        if self.__wrapped__.__code__.co_flags & 0x280:  # of coroutines and their generators
            raise _fault(TypeError, line, f'{what} is async', 'write def; a file runs one call at a time')
        if odd:
            raise _fault(TypeHintParsingException, line, f'{what} takes {odd!r}, which calls cannot name',
                         'give every parameter a name of its own, without *, ** and /')
        return values

    def _describe(self):
        what, function = f'tool {self.name!r}', self.__wrapped__
        self._node = node = _rules.source.function(function.__code__)
        line = node.lineno if node else function.__code__.co_firstlineno
        if not _rules.is_name(self.name):
            raise _fault(ValueError, line, f'{what}: that is no Python name', 'use def with a name')
        if not (function.__doc__ or '').strip():
            raise _fault(DocstringParsingException, line, f'{what} has no docstring',
                         'say what it does, and describe each parameter in a section "Args:"')
        doc = _rules.docstring(function.__doc__)
        if not doc.description:
            raise _fault(DocstringParsingException, line, f'{what}: its docstring does not say what it does',
                         'begin it with a sentence that does, before "Args:"')
        values = self._check_function(what, line)
        hints = _rules.hints(function, line, what)
        self.inputs = {n: self._parameter(n, hints, doc, v) for n, v in values.items()}
        if values and 'return' not in hints:
            raise _fault(TypeHintParsingException, line, f'{what} has no type hint of what it returns',
                         'write -> str, or the type that it returns, before the colon')
        output = _rules.schema(hints['return'], line, what) if 'return' in hints else {'type': 'any'}
        self.description, self._handles = doc.description, []
        self.output_type = output['type'] if isinstance(output.get('type'), str) else 'any'
        return {'name': self.name, 'description': doc.description, 'returns': doc.returns, 'raises': doc.raises,
                'examples': doc.examples, 'line': line, 'output': None if output == {'type': 'any'} else output,
                'inputs': _object(self.inputs, [n for n, v in values.items() if v is _rules.NONE]),
                'effects': _rules.effects(self.effects, line, what)}


def tool(function=None, *, effects=None):
    """Makes a tool of a function with type hints and a docstring."""
    if function is None:
        return lambda given: tool(given, effects=effects)
    if isinstance(function, Tool):
        raise _fault(ValueError, function._descriptor['line'], f'tool {function.name!r} has @tool twice',
                     'leave one of them out')
    if not isinstance(_undecorated(function), types.FunctionType):
        kind = 'class' if isinstance(function, type) else type(function).__name__
        raise _fault(TypeError, 0, f'@tool stands on a {kind}',
                     'it is for functions; a class is a tool as a subclass of Tool')
    made = _FunctionTool(function, effects)
    _made.append(made)
    return made
