"""Where the things beside the package are: in a clone, and in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_CLONE = _PACKAGE.parent


def beside(name: str) -> Path:
    """The folder `web`, as it stands in the clone; else the copy that the wheel carries.

    The clone comes first: an editable install leaves stale copies in the wheel's place.
    """
    home = clone()
    if home and (home / name).is_dir():
        return home / name
    return _PACKAGE / "_data" / name


def clone() -> Path | None:
    """The folder of the source, if this companion runs from there."""
    return _CLONE if (_CLONE / "pyproject.toml").is_file() else None
