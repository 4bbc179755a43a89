"""Print jobs of components that aren't cards."""
