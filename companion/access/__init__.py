"""Who may change the table: devices that were let in by people at it, and scripts with the token."""

from companion.access.codes import Role
from companion.access.door import Door, Who

__all__ = ["Door", "Role", "Who"]
