"""Components that aren't cards, as flat drawings to cut and fold."""
