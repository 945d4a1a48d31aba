"""Forks a process for each use of a program whose libraries take longer to import than it runs.

The first line of the output is the port on which the server listens. Each connection becomes a process, and begins with
a line of arguments, a list in JSON. The server ends with its standard input.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable


def serve(run: Callable[..., None]) -> None:
    """Runs the program in a process for each connection, with the connection and the arguments."""
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    # Nobody waits for the processes that end.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # So that the collection of garbage does not copy the memory that all processes share.
    gc.freeze()
    while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                # Without a buffer, which would take what follows the line.
                with connection.makefile("rb", buffering=0) as first:
                    arguments = json.loads(first.readline())
                run(connection, *arguments)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        connection.close()
