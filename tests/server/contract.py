"""What CONTRACT.md lists, written down once more so that nothing can go missing from the code unnoticed."""

COMMON = {
    *("start-game", "end-game", "rematch", "clear-table", "next-turn", "next-phase", "adjust-track"),
    *("start-timer", "pause-timer", "resume-timer", "add-time", "pause-table", "resume-table"),
    *("dismiss-notice", "answer", "note", "rename-player", "reorder-seats", "leave", "join"),
    *("undo", "redo", "put-right"),
}
TOWN_POWER = {"roll-for-first", "spend-power", "change-power", "regenerate"}
OWN = {"time-up", "restart", "set-aside"}
ENTRY = ["seq", "game", "at", "t", "by", "command", "text", "changes"]
