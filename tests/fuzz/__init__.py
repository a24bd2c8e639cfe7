"""Parsers that strangers reach, fed with garbage of the right shape."""
