"""Source: finding a game's files and reading YAML with the place of every key and value."""

from pycardgen.source.document import Code, Document, Mark, Place, Value

__all__ = ["Code", "Document", "Mark", "Place", "Value"]
