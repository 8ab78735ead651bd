"""Escaping of text for XML."""

__all__ = ['escape', 'unescape', 'quoteattr']


def _replace(data, entities):
    for text, entity in entities.items():
        data = data.replace(text, entity)
    return data


def escape(data, entities={}):
    """Escape &, < and > in a string of data, then what entities maps."""
    return _replace(data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;'), entities)


def unescape(data, entities={}):
    """Unescape &amp;, &lt; and &gt; in a string of data, and what entities maps."""
    data = _replace(data.replace('&lt;', '<').replace('&gt;', '>'), entities)
    return data.replace('&amp;', '&')


def quoteattr(data, entities={}):
    """Escape and quote an attribute value."""
    data = escape(data, {**entities, '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
    if '"' not in data:
        return f'"{data}"'
    return f"'{data}'" if "'" not in data else '"' + data.replace('"', '&quot;') + '"'
