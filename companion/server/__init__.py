"""The table over HTTP."""

from companion.server.app import create_app

__all__ = ["create_app"]
