"""XML parsing by calls of handlers, with the names of its errors."""
import types as _types
from pyexpat import *  # noqa: F403
from pyexpat import ErrorString as _error_string

_NAMES = ('NO_MEMORY SYNTAX NO_ELEMENTS INVALID_TOKEN UNCLOSED_TOKEN PARTIAL_CHAR TAG_MISMATCH '
          'DUPLICATE_ATTRIBUTE JUNK_AFTER_DOC_ELEMENT PARAM_ENTITY_REF UNDEFINED_ENTITY '
          'RECURSIVE_ENTITY_REF ASYNC_ENTITY BAD_CHAR_REF BINARY_ENTITY_REF '
          'ATTRIBUTE_EXTERNAL_ENTITY_REF MISPLACED_XML_PI UNKNOWN_ENCODING INCORRECT_ENCODING '
          'UNCLOSED_CDATA_SECTION EXTERNAL_ENTITY_HANDLING NOT_STANDALONE UNEXPECTED_STATE '
          'ENTITY_DECLARED_IN_PE FEATURE_REQUIRES_XML_DTD CANT_CHANGE_FEATURE_ONCE_PARSING '
          'UNBOUND_PREFIX UNDECLARING_PREFIX INCOMPLETE_PE XML_DECL TEXT_DECL PUBLICID SUSPENDED '
          'NOT_SUSPENDED ABORTED FINISHED SUSPEND_PE RESERVED_PREFIX_XML RESERVED_PREFIX_XMLNS '
          'RESERVED_NAMESPACE_URI INVALID_ARGUMENT NO_BUFFER AMPLIFICATION_LIMIT_BREACH').split()

errors = _types.ModuleType('xml.parsers.expat.errors', 'The errors of expat.')
model = _types.ModuleType('xml.parsers.expat.model', 'The kinds of content that a DTD allows an element.')
errors.codes, errors.messages = {}, {}
for _code, _name in enumerate(_NAMES, 1):
    _text = _error_string(_code)
    if _text is not None:
        setattr(errors, 'XML_ERROR_' + _name, _text)
        errors.codes[_text], errors.messages[_code] = _code, _text
for _code, _name in enumerate(('EMPTY', 'ANY', 'MIXED', 'NAME', 'CHOICE', 'SEQ'), 1):
    setattr(model, 'XML_CTYPE_' + _name, _code)
for _code, _name in enumerate(('NONE', 'OPT', 'REP', 'PLUS')):
    setattr(model, 'XML_CQUANT_' + _name, _code)
XML_PARAM_ENTITY_PARSING_NEVER, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE, \
    XML_PARAM_ENTITY_PARSING_ALWAYS = 0, 1, 2
