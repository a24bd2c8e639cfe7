"""One live table as a pure state machine: commands in, log entries and messages out, time passed in."""
