"""Draws regions: Jinja without what a request needs. Nobody asks for a region, and one is drawn for every change."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader
from jinja2.bccache import Bucket

NUMBER = "a number"  # in place of a template: most of what changes at a table is one number, which needs none


class TemplateCache(FileSystemBytecodeCache):
    """Templates are compiled once, not at every start: on a Pi that is the better part of a second.

    Only a short cut: where nothing can be written, because the disk is full, pages are drawn all the same.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class RegionTemplates(Environment):
    """Templates of regions. All they know is what they are given, and that is plain data."""

    def __init__(self, folder: Path, cache: Path | None = None) -> None:
        super().__init__(
            loader=FileSystemLoader(folder),
            bytecode_cache=TemplateCache(str(cache)) if cache else None,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self.globals.clear()  # they are copied for every drawing, and no region needs one

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`seat.player` is a key of plain data. Jinja would look for an attribute first, in vain and at a price."""
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def render(self, template: str, about: dict[str, Any]) -> str:
        if template == NUMBER:
            return str(about["number"])
        return self.get_template(template).render(about)
