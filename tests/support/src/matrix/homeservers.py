"""Starts a homeserver for each connection; the argument is the folder of `homeserver.yaml`.

The connection receives what the homeserver writes to its standard error. The homeserver is killed when the other side
closes the connection.
"""

import os
import select
import signal
import socket
import sys
import threading

from fork_server import serve
from synapse.app import homeserver
from twisted.internet import reactor


def kill_at_end(connection: socket.socket) -> None:
    """Kills this process when the other side closes the connection."""
    try:
        # An error says so, too: the other side has closed without having read everything.
        connection.recv(1)
    finally:
        os.kill(os.getpid(), signal.SIGKILL)


def run(connection: socket.socket, folder: str) -> None:
    """Is a homeserver from now on."""
    os.dup2(connection.fileno(), sys.stderr.fileno())
    threading.Thread(target=kill_at_end, args=[connection], daemon=True).start()
    os.chdir(folder)
    # The import has made the reactor, whose file descriptors all processes would share.
    reactor._poller = select.epoll()
    reactor.removeAll()
    reactor._internalReaders.clear()
    reactor.waker = None
    reactor.installWaker()
    sys.argv = ["homeserver", "--config-path", "homeserver.yaml"]
    homeserver.main()


if __name__ == "__main__":
    serve(run)
