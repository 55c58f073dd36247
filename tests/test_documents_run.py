"""Every page of the documentation with commands is a session, and each command prints what stands below it."""

from __future__ import annotations

import pytest
from documents import NOT_ON_WINDOWS, identity, run_session, sessions


@NOT_ON_WINDOWS
@pytest.mark.parametrize("page", sessions(outside=False), ids=identity)
def test_commands_print_what_the_documents_say(page, tmp_path, request):
    run_session(page, tmp_path, request.config.getoption("--update-golden"))


@pytest.mark.outside
@pytest.mark.parametrize("page", sessions(outside=True), ids=identity)
def test_a_service_answers_what_the_documents_say(page, tmp_path, request):
    from services import Service

    service = Service().wait_until_ready()
    try:
        run_session(page, tmp_path, request.config.getoption("--update-golden"), service.url)
    finally:
        service.end()
