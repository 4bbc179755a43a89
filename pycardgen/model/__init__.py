"""The model: a loaded game as plain frozen dataclasses, and the types that its values have."""
