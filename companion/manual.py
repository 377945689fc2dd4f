"""What `companion COMMAND --help` says, like the page of a manual."""

RUN = """
Run the table: keep the game, and serve it to every screen in the room.

The game that was on goes on exactly where it was; a timer that ran comes back
paused. If the port is taken, the next free one is used and named. Without a
network, or without a Raspberry Pi, it says so and goes on. It runs until
Ctrl-C or SIGTERM, and loses nothing if it is simply switched off.

Settings are read from table.toml: the file named with --config, else the one
in the data folder, else /etc/monster-companion/table.toml. What is typed here
wins.

What went wrong is said on the terminal, or under systemd in its journal:
journalctl -u monster-companion. --log-level info or debug says more.

Examples:
  companion run --simulate --demo      try it on a laptop, with Ann and Bob
  companion run --port 80              on the table's own Pi
  companion run --data /srv/games      keep the games somewhere else
"""

DOCTOR = """
Look at everything a table needs, and say what to do about what is wrong: the
settings, the service, the data folder and its free space, clocks, addresses,
the pin library, groups, every pin of the wiring, every serial port and which
boards answer on it. A next step stands below each check that failed.

It only looks, and works beside a running table: what that table uses is said,
and is no failure. On a laptop, pins are left out. A free pin is held for a
moment; a free port on USB for about three seconds, to say hello and listen.

The exit status is 1 if any check failed. With --json it prints a list of
{"check", "ok", "found", "next"}, where next is null for what is good.

Examples:
  companion doctor
  companion doctor --data /srv/games      a table that keeps its games there
  companion doctor --json > findings.json
"""

GAMES = """
List the games in the journal, newest first: id, when it began, which game,
who played, and how it ended. Works beside a running table.

Example:
  companion games | head
"""

REPLAY = """
Replay a game from a file that `companion export --format jsonl` wrote: its
story line by line, then how the table stood at the end. The file is all that
is needed; no rule is asked, so an old game replays as it was played.

Examples:
  companion replay tuesday.jsonl
  companion replay tuesday.jsonl --json    the last state, as /api/state shows it
"""

EXPORT = """
Write one game out of the journal into a file. Any game can be exported at any
time, also the one being played, beside a running table.

  jsonl   a line about the format, then every entry: `companion replay` needs
          nothing else
  csv     a header and a line per entry, for a spreadsheet

Examples:
  companion games
  companion export g1 --format csv --output tuesday.csv
"""

FOR_SCRIPTS = """
Print the token with which scripts may change the table, and nothing else. One
is made when there is none. Keep it to yourself: whoever has it can play for
everyone.

Example:
  curl -H "Authorization: Bearer $(companion token)" \\
       -d '{"command": "next-turn"}' http://127.0.0.1:8080/api/commands
"""

PAIR = """
Show the six digits that let a device in: a phone, a tablet, the television.
Looking is free for everyone in the same network; changing the table is for
devices that were let in. Type the code on the device's page /join within ten
minutes. Works beside a running table.

A device stays in until somebody shuts it out: /join lists all of them, on any
device that was let in. Scripts use `companion token` instead.

Other ways in: the table prints a link when it is started by hand; /join on a
paired device shows the code; and while the table's start button is held for
three seconds, the door opens for two minutes and no code is needed.

Examples:
  companion pair
  companion pair --viewer      for a television that only looks on
"""

HOTSPOT = """
No Wi-Fi at the table: let the Pi make its own. It prints the network's name,
its password and the address to open, and stays on, over power cuts too, until
--off. The password is made once and kept in the data folder, where only the
table's owner can read it.

The Pi leaves the Wi-Fi it was in, so an ssh session that came that way ends.
It needs NetworkManager, which Raspberry Pi OS has, bookworm and trixie alike.
With --dry-run nothing is changed: it prints the commands that it would give,
with an example of a password if none was made yet.

Examples:
  sudo companion hotspot
  sudo companion hotspot --name "Café Kaiju" --password "rampage tonight"
  sudo companion hotspot --off
  companion hotspot --dry-run
"""

INSTALL = """
Make the table a service of this machine, which starts with the power switch,
on port 80, as a user of its own who may touch nothing but pins, serial ports
and its games. Type it in a clone, with sudo. Typed again, it brings the
service up to date; games and settings are kept.

  /opt/monster-companion        the program and all that it needs
  /var/lib/monster-companion    the games
  /etc/monster-companion        table.toml, put there if there is none
  /usr/local/bin/companion      what you type from then on
  and a systemd unit, a udev rule for bridges, an Avahi entry, a system user

It says each thing it does. The network is needed the first time, for the
packages; on a Raspberry Pi the pins come from the distribution's
python3-lgpio. With --root everything is only put into a folder, to look at or
to make an image of: no user, no service, no sudo.

Examples:
  sudo .venv/bin/companion install
  .venv/bin/companion install --root /tmp/look
"""

UNINSTALL = """
Stop the service and remove what `companion install` put on this machine. The
games in /var/lib/monster-companion and /etc/monster-companion/table.toml are
kept, and the user to whom they belong; installing again goes on with them.

Examples:
  sudo companion uninstall
  companion uninstall --root /tmp/look
"""
