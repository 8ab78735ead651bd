"""Trees of XML elements."""
