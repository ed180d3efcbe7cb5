# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends the process when the tests are done."""

import os
import sys

import pytest


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    """Blender 4.2 crashes when Python ends after its own export of glTF, so Python does not."""
    session = config.pluginmanager.get_plugin("session")
    sys.stdout.flush()
    os._exit(session.exitstatus if session else 1)
