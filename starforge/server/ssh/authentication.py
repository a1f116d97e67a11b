"""How SSH connections are let in: people are known by their keys, and nothing but sessions is to be had."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh
from asyncssh import compression

from starforge.server.ssh.session_pool import Credentials, SessionPool
from starforge.server.ssh.ssh_session import PAUSE, WINDOW, SshSession

NO_KEY = (
    "This server knows people by their SSH keys, and yours sent none. No password is ever asked for.\n"
    "Make a key with 'ssh-keygen -t ed25519', press Enter at its questions, and connect again.\n"
)
SEND_BUFFER = 65536
"""Bytes that the kernel keeps for a client that reads slowly; more would only be out of date when it is read."""

HASHES = (20, 32, 48, 64)
"""Bytes of the hashes that key exchanges sign."""
SIGNED_WITHIN, LONGEST_SIGNATURE = 5.0, 8192
NUMBER = struct.Struct("!I")
"""What goes before each hash and its signature: one that comes too late is not taken for the next one's."""

BURST = 20
"""Sessions that a connection may open at once, one after the other; then one more each second."""

LARGEST = 512 * 1024
"""Bytes that one packet may hold when it is unpacked; the protocol asks for far less."""

WEAK = 2048
"""Bits of an RSA key below which it is no proof of anything."""


class Unpacking(compression.Decompressor):
    """Unpack what a client has packed, as long as it is no more than a packet may hold: a few could fill the memory."""

    def __init__(self) -> None:
        self._way = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return a packet unpacked, None for one that cannot be; then the connection is closed."""
        try:
            whole = self._way.decompress(data, LARGEST)
        except zlib.error:
            return None
        return None if self._way.unconsumed_tail else whole


compression._cmp_decompressors[b"zlib@openssh.com"] = Unpacking


class KeyFault(Exception):
    """Report a host key that cannot be used; the text says what to do."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """Return the server's own key, made at the first time; raise KeyFault when others could have read it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = asyncssh.generate_private_key("ssh-ed25519", "starforge")
        with contextlib.suppress(FileExistsError), open(path, "xb", opener=_privately) as file:
            file.write(new.export_private_key())
    complaint = key_complaint(path)
    if complaint:
        raise KeyFault(complaint)
    try:
        return asyncssh.read_private_key(path)
    except (OSError, asyncssh.KeyImportError) as error:
        raise KeyFault(f"the host key {path} cannot be read ({error}); move it away, and a new one is made") from None


def _privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def key_complaint(path: Path) -> str:
    """Return what is wrong with who may read the host key, and what to do about it, or ''."""
    about = path.stat()
    if about.st_uid != os.getuid():
        return f"the host key {path} belongs to another user; run starforge as that user, or move the key away"
    if about.st_mode & 0o077:
        return f"the host key {path} can be read by others; 'chmod 600 {path}', or move it away to have a new one made"
    return ""


class DistantKey(asyncssh.SSHKeyPair):
    """Be the host key where it is not: whoever holds it signs what comes down ``line``.

    So a process that reads what strangers send never has the key, and cannot lose it.
    """

    def __init__(self, public: asyncssh.SSHKey, line: socket.socket) -> None:
        algorithms = public.sig_algorithms
        super().__init__(public.algorithm, public.algorithm, algorithms, algorithms, public.public_data, None)
        self._line, self._count = line, 0
        line.settimeout(SIGNED_WITHIN)

    def sign(self, data: bytes) -> bytes:
        """Return the signature of the hash of a key exchange."""
        with contextlib.suppress(OSError):
            self._count = (self._count + 1) % 2**32
            number = NUMBER.pack(self._count)
            self._line.send(number + self.sig_algorithm + b" " + data)
            while signature := self._line.recv(LONGEST_SIGNATURE):
                if signature.startswith(number):
                    return signature[NUMBER.size :]
        raise asyncssh.KeyExchangeFailed("the host key is out of reach")


def sign_for(key: asyncssh.SSHKey, line: socket.socket) -> None:
    """Sign hashes of key exchanges, and nothing else, until the other end of ``line`` is closed."""
    with line, contextlib.suppress(OSError):
        while wanted := line.recv(LONGEST_SIGNATURE):
            number, (algorithm, _, data) = wanted[: NUMBER.size], wanted[NUMBER.size :].partition(b" ")
            if algorithm not in key.sig_algorithms or len(data) not in HASHES:
                return
            line.send(number + key.sign(data, algorithm))


class SshConnection(asyncssh.SSHServer):
    """Let one connection in by its key, as often as ``pool`` allows; ``admit`` may refuse with a Refused."""

    def __init__(self, pool: SessionPool, admit: Callable[[Credentials], Awaitable[None]], address: str) -> None:
        self._pool, self._admit, self._address = pool, admit, address
        self._key = self._name = ""
        self._timer: asyncio.TimerHandle | None = None
        self._told = False
        self._sessions: list[SshSession] = []
        self._opened = 0
        self._begun = monotonic()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Learn from the connection when the line is full."""
        self._conn = conn
        conn.pause_writing = self._pause_writing  # type: ignore[method-assign]
        conn.resume_writing = self._resume_writing  # type: ignore[method-assign]

    def _pause_writing(self) -> None:
        for session in self._sessions:
            session.pause_writing()

    def _resume_writing(self) -> None:
        for session in self._sessions:
            session.resume_writing()

    def begin_auth(self, username: str) -> bool:
        self._name = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take the first key offered and no other: whoever proves one key cannot log in as the owner of another."""
        if not is_strong(key):
            return False
        self._key = self._key or key.get_fingerprint()
        return self._key == key.get_fingerprint()

    def kbdint_auth_supported(self) -> bool:
        """Offer, once, to say what to do without a key."""
        return not self._told

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        self._told = True
        return "", NO_KEY, "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        return False

    def auth_completed(self) -> None:
        """Wait for a session, but not for long."""
        self._timer = asyncio.get_running_loop().call_later(PAUSE, self._close_unused)

    def _close_unused(self) -> None:
        if self._open_sessions():
            self.auth_completed()
        else:
            self._conn.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _open_sessions(self) -> list[SshSession]:
        self._sessions = [session for session in self._sessions if session in self._pool.sessions]
        return self._sessions

    def session_requested(self) -> Any:
        """Open a session; few at a time on one connection, and many only over time."""
        self._opened += 1
        if len(self._open_sessions()) >= self._pool.channels or self._opened > BURST + monotonic() - self._begun:
            return False
        session = SshSession(self._pool, Credentials(self._key, self._address, self._name), self._admit)
        self._sessions.append(session)
        return self._conn.create_server_channel(None, "strict", WINDOW), session


def is_strong(key: asyncssh.SSHKey) -> bool:
    """Tell whether a key proves anything."""
    name = key.get_algorithm()
    if name == "ssh-dss":
        return False
    return name != "ssh-rsa" or getattr(key.pyca_key, "key_size", 0) >= WEAK


def options(
    key: asyncssh.SSHKey | asyncssh.SSHKeyPair, login_timeout: float = 20
) -> asyncssh.SSHServerConnectionOptions:
    """Return what holds for every connection: keys, no passwords, no forwarding, nothing but sessions."""
    return asyncssh.SSHServerConnectionOptions(
        server_host_keys=[key],
        server_version="starforge",
        login_timeout=login_timeout,
        keepalive_interval=30,
        keepalive_count_max=3,
        compression_algs=["zlib@openssh.com", "none"],
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        agent_forwarding=False,
        x11_forwarding=False,
        line_editor=False,
        encoding=None,
    )


async def serve_connection(
    sock: socket.socket,
    options: asyncssh.SSHServerConnectionOptions,
    pool: SessionPool,
    admit: Callable[[Credentials], Awaitable[None]],
    address: str,
) -> None:
    """Serve one connection until it is closed."""
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        conn = await asyncssh.run_server(
            sock, options=options, server_factory=lambda: SshConnection(pool, admit, address)
        )
    except (TimeoutError, OSError, asyncssh.Error):
        sock.close()
        return
    await conn.wait_closed()
