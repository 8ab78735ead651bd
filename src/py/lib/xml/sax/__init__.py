"""Text in XML: escaping (saxutils)."""
