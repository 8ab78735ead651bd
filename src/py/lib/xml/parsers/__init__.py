"""The XML parser of the engine."""
