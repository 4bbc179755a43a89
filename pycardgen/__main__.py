"""`python -m pycardgen` is `pycardgen`."""

from pycardgen.cli import main

if __name__ == "__main__":
    main()
