"""All that we raise on purpose.

CompanionError
├── Rejected            the rules or the moment say no: a code and its values, put into words by whoever shows it
│   ├── WrongField      a field of the command is wrong, and which
│   ├── Unreadable      it could not be read at all
│   ├── NotPaired       whoever asks is not known here, and how that can change
│   ├── Forbidden       whoever asks may not do that
│   ├── WrongHost       it was asked for under a name that is not the table's
│   └── TooMany         more than is taken just now
├── ConfigError         table.toml says something that cannot be
├── JournalError        the data folder or the journal in it cannot be used
└── SetupError          this machine could not be set up: the service, or its own Wi-Fi
"""

from __future__ import annotations

from typing import Any


class CompanionError(Exception):
    """Something went wrong that a person can do something about."""


class Rejected(CompanionError, ValueError):
    """The table says no. `code` is for programs; the words file turns it and `values` into a sentence."""

    status = 409

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
        self.fields: tuple[str, ...] = ()
        self.more: list[Rejected] = []  # what else is wrong with the same command

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([repr(self.code), *(f'{k}={v!r}' for k, v in self.values.items())])})"


class WrongField(Rejected):
    """A field of the command is missing, unknown or out of its range. `fields` names them all."""

    status = 422

    def __init__(self, code: str, *fields: str, **values: Any) -> None:
        super().__init__(code, **values)
        self.fields = fields


class Unreadable(Rejected):
    """What came is not even a command."""

    status = 400


class NotPaired(Rejected):
    """Looking is free; changing the table is for those who were let in."""

    status = 401


class Forbidden(Rejected):
    """Known or not, this one may not do that."""

    status = 403


class WrongHost(Rejected):
    """A page from elsewhere may have given our address a name of its own."""

    status = 421


class TooMany(Rejected):
    """More at once than is taken. `seconds`, where it is known, says when to come back."""

    status = 429


class ConfigError(CompanionError, ValueError):
    """table.toml says something that cannot be."""


class JournalError(CompanionError, OSError):
    """The data folder, or the journal in it, cannot be used."""

    def __str__(self) -> str:
        return str(self.args[0])


class SetupError(CompanionError, RuntimeError):
    """This machine could not be set up as was asked."""
