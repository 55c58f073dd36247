"""The lifeline of a worker: it dies with its service. Loaded first, since loading everything else takes long."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time


def die_with(service: int) -> None:
    """Make sure that this process does not outlive its parent, the service with this process id.

    It may be busy when the service is killed, and then does not notice that there will be no more jobs.
    """
    if sys.platform == "linux":
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != service:  # it died before
            os._exit(1)
    else:  # on Windows, the parent may be a launcher between the two, which ends with the service
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
