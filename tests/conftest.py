"""What every test can count on."""

from __future__ import annotations

import signal

# In a run in the background, what tests start would never hear Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
