"""Web Push: calling a person's browser, which may be closed, by way of its maker's push service."""
