"""XML: parsing (parsers.expat), trees (etree), escaping (sax.saxutils)."""
