"""Layout: templates and subjects become drawings, lists of shapes and runs of text in millimetres."""
