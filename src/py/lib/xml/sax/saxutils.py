"""Escaping of text for XML."""

__all__ = ['escape', 'unescape', 'quoteattr']


def _replace(data, entities):
    for text, entity in entities.items():
        data = data.replace(text, entity)
    return data


def escape(data, entities={}):
    """Text with &, < and > as XML writes them, and whatever else entities names."""
    return _replace(data.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;'), entities)


def unescape(data, entities={}):
    """XML text with &amp;, &lt; and &gt; as characters, and whatever else entities names."""
    data = _replace(data.replace('&lt;', '<').replace('&gt;', '>'), entities)
    return data.replace('&amp;', '&')


def quoteattr(data, entities={}):
    """Text in quotes, ready to be an attribute's value in XML."""
    data = escape(data, {**entities, '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
    if '"' not in data:
        return f'"{data}"'
    return f"'{data}'" if "'" not in data else '"' + data.replace('"', '&quot;') + '"'
