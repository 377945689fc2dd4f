"""What can be set: by table.toml, and by what is typed."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from companion import places
from companion.engine.plain import Name

if TYPE_CHECKING:
    from companion.wiring import Wiring

FILE = "table.toml"
SYSTEM = places.SETTINGS


HostName = Annotated[str, msgspec.Meta(max_length=63, pattern=r"^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$")]


@dataclass(frozen=True)
class ServerConfig:
    host: Name = "0.0.0.0"  # noqa: S104 - tablets and phones in the room are the point
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 8080
    name: HostName | None = None  # http://NAME.local; else what the machine is called


@dataclass(frozen=True)
class AccessConfig:
    """Changing the table always needs a paired device."""

    looking: Literal["free", "paired"] = "free"


@dataclass(frozen=True)
class Config:
    """Wiring that is not named is the usual wiring; if any of it is named, only what is named is there."""

    server: ServerConfig = field(default_factory=ServerConfig)
    access: AccessConfig = field(default_factory=AccessConfig)
    wiring: Wiring | None = None


def find(named: Path | None, data: Path) -> Path | None:
    """Where the configuration is: as named, else in the data folder, else in /etc."""
    if named is not None:
        return named
    return next((folder / FILE for folder in (data, SYSTEM) if (folder / FILE).is_file()), None)


def load(path: Path | None) -> tuple[Config, list[str]]:
    """The configuration, and a line about each key that nobody knows: the table still starts."""
    if path is None:
        return Config(), []
    from companion import tablefile  # most tables have none, and start without its two dozen types

    return tablefile.load(path)


def with_flags(config: Config, host: str | None, port: int | None) -> Config:
    """What is typed wins over what is written."""
    flags: dict[str, Any] = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    return dataclasses.replace(config, server=dataclasses.replace(config.server, **flags))
