"""Settings for all tests: no timing is asserted, and the gate tries the same examples every time."""

import os

from hypothesis import settings

settings.register_profile("gate", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))
