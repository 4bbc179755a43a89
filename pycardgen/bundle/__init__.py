"""Bundles: a compiled game as one file, written canonically and read strictly."""
