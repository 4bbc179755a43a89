"""pycardgen: a compiler for tabletop games written as YAML and typed rules."""

__version__ = "0.1.0"
