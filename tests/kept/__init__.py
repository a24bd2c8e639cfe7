"""What earlier versions have left behind: it must open for ever."""
