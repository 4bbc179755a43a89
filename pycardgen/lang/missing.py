"""What stops a game: the exception, and the values that raise it when they are used."""

from __future__ import annotations

from typing import NoReturn


class StopError(Exception):
    """The rules did what they may not. The machine finds the place and raises RulesError."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Missing:
    """Stands where there is no value, and stops the game as soon as it is used for anything."""

    __slots__ = ("code", "message")

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message

    def stop(self, *_: object) -> NoReturn:
        """Stop the game."""
        raise StopError(self.code, self.message)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = stop
    __hash__ = __bool__ = __index__ = __int__ = __len__ = __iter__ = __neg__ = __abs__ = stop
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = stop
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __getitem__ = stop

    def __deepcopy__(self, memo: object) -> Missing:
        return self


UNSET = Missing("PCG0908", "this state is read before anything was assigned to it")
ABSENT = Missing("PCG0911", "this names something that isn't in play with this set-up")
NO_STATE = Missing("PCG0917", "the table isn't a player: it has no fields or state of its own")
