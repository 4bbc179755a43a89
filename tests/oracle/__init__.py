"""The oracle: a slow, obvious interpreter of the rules, against which the generated code is compared."""
