"""The few files that a service needs outside of its own folder."""

from __future__ import annotations

from pathlib import Path

from companion import config, paths, places
from companion.install.doing import report

SETTINGS = places.SETTINGS / config.FILE


def port_of(root: Path) -> int:
    """The port that table.toml names. One that makes no sense ends everything here, before anything is changed."""
    for folder in (places.DATA, places.SETTINGS):
        path = places.below(root, folder) / config.FILE
        if path.is_file():
            return config.load(path)[0].server.port
    return 80


def put_settings(root: Path) -> None:
    """table.toml is its owner's: it is put there once, and never again."""
    path = places.below(root, SETTINGS)
    if path.exists():
        report(f"Kept {path} as it is.")
        return
    every = (paths.beside("hardware") / config.FILE).read_text(encoding="utf-8")
    # A service has the port that needs no number in an address; a table started by hand could not have it.
    put(path, every.replace("\n#[server]\n", "\n[server]\n").replace("\n#port = 8080\n", "\nport = 80\n"))


def put_service_files(root: Path, port: int) -> None:
    for name, place in places.SERVICE_FILES.items():
        text = (paths.beside("systemd") / name).read_text(encoding="utf-8")
        put(places.below(root, place), text.replace("<port>80</port>", f"<port>{port}</port>"))


def put_command(root: Path) -> None:
    """So that people can type `companion`. Another program of that name is left alone."""
    path, target = places.below(root, places.COMMAND), places.HOME / "bin" / "companion"
    if path.is_symlink() and path.readlink() == target:
        report(f"Found {path}.")
    elif path.exists() or path.is_symlink():
        report(f"Left {path} alone, which is another program; the companion is {target}.")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        report(f"Put {path}, so that you can type `companion`.")


def put(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        report(f"Found {path}.")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.chmod(0o644)
    was_there = path.exists()
    draft.replace(path)  # whole or not at all, whenever the plug is pulled
    report(f"{'Renewed' if was_there else 'Put'} {path}.")


def take(path: Path) -> None:
    """Remove a file of ours, if it is there."""
    if path.is_symlink() or path.exists():
        path.unlink()
        report(f"Removed {path}.")
