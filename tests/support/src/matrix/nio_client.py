"""A person's client for encrypted rooms: the library matrix-nio behind lines of JSON.

    HOMESERVER USER PASSWORD DEVICE FOLDER

are the arguments of a connection. The client logs in as a device, whose keys are in the folder, and syncs until the
connection ends. Each line that it reads is a command with an `id`, and the line that it writes with the same `id` has
its `answer` or its `error`. All other lines say what has happened: an `event` of a room, or a `notice` about keys,
devices or a verification. Errors are in `errors.txt` in the folder.
"""

import asyncio
import base64
import json
import os
import socket
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import nio
from fork_server import serve
from nio.crypto import OlmDevice
from nio.crypto.attachments import decrypt_attachment

Json = dict[str, Any]

# More events of one room than a test has between two syncs, so that none is left out.
FILTER: Json = {"room": {"timeline": {"limit": 1000}}}
# How long the homeserver holds a sync in which nothing happens.
SYNC_MS = 30_000
# The longest line of the input.
LINE_MAX = 1 << 20


def message_index(ciphertext: str) -> int:
    """The index in the ratchet: the first field of a Megolm message, a tag and a number of seven bits a byte."""
    data = base64.b64decode(ciphertext + "=" * (-len(ciphertext) % 4))
    if data[:2] != b"\x03\x08":
        raise ValueError("this is no Megolm message")
    index = 0
    for place, byte in enumerate(data[2:]):
        index |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return index
    raise ValueError("the index has no end")


def session(event: Json) -> Json | None:
    """What an encrypted event was encrypted with; None if it is not encrypted, or redacted."""
    content = event["content"]
    if event["type"] != "m.room.encrypted" or "ciphertext" not in content:
        return None
    index = message_index(content["ciphertext"])
    return {"id": content["session_id"], "index": index, "device": content["device_id"]}


class Player:
    """The client of a person, and its commands: the methods whose names begin with `do_`."""

    def __init__(self, homeserver: str, user: str, device: str, folder: Path) -> None:
        self.client = nio.AsyncClient(homeserver, user, device_id=device, store_path=str(folder))
        self.folder = folder
        self.only_verified = False
        self.has_synced = False
        # Encrypted events whose key has not come, as sent and as nio knows them, by the room and the session.
        self.unread: defaultdict[tuple[str, str], list[tuple[Json, nio.MegolmEvent]]] = defaultdict(list)
        # Messages go out in the order of the commands.
        self.sending = asyncio.Lock()

    def say(self, line: Json) -> None:
        """Writes a line."""
        self.output.write(json.dumps(line).encode() + b"\n")

    async def run(self, password: str, connection: socket.socket) -> None:
        """Logs in, syncs and obeys until the connection ends."""
        client = self.client
        commands, self.output = await asyncio.open_connection(sock=connection, limit=LINE_MAX)
        login = await client.login(password, device_name=client.device_id)
        if not isinstance(login, nio.LoginResponse):
            raise RuntimeError(f"no login: {login}")
        if client.should_upload_keys:
            await client.keys_upload()
        client.add_response_callback(self.synced, nio.SyncResponse)
        client.add_response_callback(self.queried, nio.KeysQueryResponse)
        client.add_to_device_callback(self.received, nio.ToDeviceEvent)
        syncing = asyncio.create_task(client.sync_forever(SYNC_MS, FILTER, full_state=True))
        obeying = asyncio.create_task(self.obey(commands))
        # A failure of the sync ends the program, too.
        done, _ = await asyncio.wait({syncing, obeying}, return_when=asyncio.FIRST_COMPLETED)
        syncing.cancel()
        await client.close()
        for task in done:
            task.result()

    async def synced(self, response: nio.SyncResponse) -> None:
        """Reports the events of a sync, in the order of the homeserver."""
        rooms = (await response.transport_response.json()).get("rooms", {})
        for room, invited in rooms.get("invite", {}).items():
            for event in invited["invite_state"]["events"]:
                if event["type"] == "m.room.member" and event["state_key"] == self.client.user_id:
                    self.report(room, event, None, False)
        for room, joined in rooms.get("join", {}).items():
            known = {event.event_id: event for event in response.rooms.join[room].timeline.events}
            events = joined["timeline"]["events"]
            joins = [place for place, event in enumerate(events) if self.is_own_join(event)]
            # Nobody encrypted for this device what was sent before it came.
            history = len(events) if not self.has_synced else max(joins, default=0)
            for place, event in enumerate(events):
                self.report(room, event, known.get(event["event_id"]), place < history)
        if not self.has_synced:
            self.has_synced = True
            self.say({"ready": {"user": self.client.user_id, "token": self.client.access_token}})

    def is_own_join(self, event: Json) -> bool:
        """Whether this person joins with this event, and does not just change their name."""
        if event["type"] != "m.room.member" or event["state_key"] != self.client.user_id:
            return False
        before = event.get("unsigned", {}).get("prev_content", {})
        return event["content"]["membership"] == "join" and before.get("membership") != "join"

    def report(self, room: str, event: Json, known: nio.Event | None, is_history: bool) -> None:
        """Reports an event: decrypted if it was encrypted and there is a key, otherwise as it is."""
        encrypted = session(event)
        if encrypted and isinstance(known, nio.MegolmEvent):
            self.unread[room, encrypted["id"]].append((event, known))
        elif encrypted and known:
            event = {**event, "type": known.source["type"], "content": known.source["content"]}
        self.say({"event": {"room": room, "event": event, "session": encrypted, "history": is_history}})

    async def queried(self, response: nio.KeysQueryResponse) -> None:
        """Reports whose devices have changed."""
        for user in response.changed:
            devices = [device.id for device in self.client.device_store.active_user_devices(user)]
            self.say({"notice": {"kind": "devices", "user": user, "devices": devices}})

    async def received(self, event: nio.ToDeviceEvent) -> None:
        """Reports a message to this device, and does what it leads to."""
        notice: Json = {"kind": "to_device", "type": type(event).__name__, "sender": event.sender}
        if isinstance(event, (nio.RoomKeyEvent, nio.ForwardedRoomKeyEvent)):
            notice |= {"kind": "key", "room": event.room_id, "session": event.session_id}
            self.read_again(event.room_id, event.session_id)
        elif isinstance(event, nio.RoomKeyRequest):
            # Only requests of this person's other devices get here. They are trusted like this one.
            self.client.verify_device(self.client.device_store[event.sender][event.requesting_device_id])
            self.client.continue_key_share(event)
        elif isinstance(event, nio.KeyVerificationEvent):
            notice |= {"kind": "verification", "transaction": event.transaction_id}
            sas = self.client.key_verifications.get(event.transaction_id)
            notice["verified"] = sas is not None and sas.verified
            if notice["verified"]:
                # A device that was left out gets the next session.
                for room in self.client.rooms:
                    self.client.invalidate_outbound_session(room)
            if sas is not None and sas.canceled:
                notice["reason"] = sas.cancel_reason
            elif isinstance(event, nio.KeyVerificationKey) and sas is not None:
                notice["emoji"] = [emoji for emoji, _ in sas.get_emoji()]
            elif isinstance(event, nio.KeyVerificationCancel):
                notice["reason"] = event.reason
        self.say({"notice": notice})

    def read_again(self, room: str, session_id: str) -> None:
        """Reports the events for which the key has come late."""
        for event, known in self.unread.pop((room, session_id), []):
            try:
                self.report(room, event, self.client.decrypt_event(known), False)
            except nio.EncryptionError:
                # The key begins after this event.
                self.unread[room, session_id].append((event, known))

    async def obey(self, commands: asyncio.StreamReader) -> None:
        """Carries out the commands. One that waits does not hold up the next."""
        running: set[asyncio.Task[None]] = set()
        while line := await commands.readline():
            task = asyncio.create_task(self.answer(**json.loads(line)))
            running.add(task)
            task.add_done_callback(running.discard)

    async def answer(self, id: int, command: str, **options: Any) -> None:
        """Carries out a command and says how it went."""
        try:
            self.say({"id": id, "answer": await getattr(self, f"do_{command}")(**options)})
        except Exception as error:  # The test says what it makes of it.
            self.say({"id": id, "error": repr(error)})

    async def do_send(self, room: str, type: str, content: Json) -> str:
        """Sends an encrypted event to a room as soon as it is known to be encrypted. Returns the id."""
        async with self.sending:
            while room not in self.client.rooms or not self.client.rooms[room].encrypted:
                await self.client.synced.wait()
            type, content = await self.encrypt(room, type, content)
            path = f"/_matrix/client/v3/rooms/{quote(room)}/send/{type}/{uuid4()}"
            sent = json.loads(await self.call("PUT", path, content))
            return sent["event_id"]

    async def do_devices(self, user: str) -> list[Json]:
        """The devices of a user, with their keys, and whether the user has signed them with a key of their own."""
        path = "/_matrix/client/v3/keys/query"
        found = json.loads(await self.call("POST", path, {"device_keys": {user: []}}))
        signing = found.get("self_signing_keys", {}).get(user)
        master = found.get("master_keys", {}).get(user)
        is_signed = signing is not None and master is not None and self.has_signed(user, master, signing)
        known = self.client.device_store[user]
        devices = []
        for name, device in found["device_keys"].get(user, {}).items():
            is_verified = name in known and known[name].verified
            cross_signed = is_signed and self.has_signed(user, signing, device)
            found_out = {"verified": is_verified, "cross_signed": cross_signed}
            devices.append({"device": name, "keys": device["keys"], **found_out})
        return devices

    def has_signed(self, user: str, signer: Json, signed: Json) -> bool:
        """Whether a cross-signing key of a user has signed something."""
        (key,) = signer["keys"].values()
        return self.client.olm.verify_json(dict(signed), key, user, key)

    async def do_trust_all(self) -> None:
        """Verifies every device that this one knows."""
        for device in self.client.device_store:
            self.client.verify_device(device)

    async def do_only_verified(self, on: bool) -> None:
        """From now on, only verified devices get the keys of messages, or all do."""
        self.only_verified = on

    async def do_forget_session(self, room: str) -> None:
        """Encrypts the next message with a new session."""
        self.client.invalidate_outbound_session(room)

    async def do_download(self, file: Json) -> str:
        """Downloads and decrypts an attachment. Returns the path of a file."""
        server, media = file["url"].removeprefix("mxc://").split("/")
        encrypted = await self.call("GET", f"/_matrix/client/v1/media/download/{quote(server)}/{quote(media)}")
        plain = decrypt_attachment(encrypted, file["key"]["k"], file["hashes"]["sha256"], file["iv"])
        path = self.folder / f"file-{media}"
        path.write_bytes(plain)
        return str(path)

    async def do_verify_start(self, user: str, device: str) -> None:
        """Starts to verify a device by emoji."""
        await self.query_keys({user})
        await self.client.start_key_verification(self.client.device_store[user][device])

    async def do_verify_accept(self, transaction: str) -> None:
        """Accepts a verification that the other side has started."""
        await self.client.accept_key_verification(transaction)

    async def do_verify_confirm(self, transaction: str) -> None:
        """Says that both sides show the same emoji."""
        await self.client.confirm_short_auth_string(transaction)
        # The other side may have been first, so that nothing else comes.
        is_verified = self.client.key_verifications[transaction].verified
        self.say({"notice": {"kind": "verification", "transaction": transaction, "verified": is_verified}})

    async def encrypt(self, room: str, type: str, content: Json) -> tuple[str, Json]:
        """Encrypts an event for the devices that the members of a room have now."""
        client = self.client
        while True:
            if not client.rooms[room].members_synced:
                await client.joined_members(room)
            await self.query_keys(set())
            for devices in client.room_devices(room).values():
                for device in devices.values():
                    self.choose(device)
            if client.olm.should_share_group_session(room):
                await client.share_group_session(room, ignore_unverified_devices=True)
            # A member who has come in the meantime does not have the session.
            if not client.should_query_keys and not client.olm.should_share_group_session(room):
                return client.encrypt(room, type, content)

    def choose(self, device: OlmDevice) -> None:
        """Decides whether a device gets keys."""
        if self.only_verified and not device.verified:
            self.client.blacklist_device(device)
        elif not self.only_verified and device.blacklisted:
            self.client.unblacklist_device(device)

    async def query_keys(self, users: set[str]) -> None:
        """Asks for the devices of these users, and of all others whose devices may have changed."""
        self.client.users_for_key_query.update(users)
        if self.client.should_query_keys:
            response = await self.client.keys_query()
            if isinstance(response, nio.KeysQueryResponse):
                await self.queried(response)

    async def call(self, method: str, path: str, body: Json | None = None) -> bytes:
        """A call that nio has no method for."""
        headers = {"Authorization": f"Bearer {self.client.access_token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body)
        response = await self.client.send(method, path, data, headers)
        answer = await response.read()
        if response.status >= 400:
            raise RuntimeError(f"{path}: {response.status} {answer!r}")
        return answer


def play(connection: socket.socket, homeserver: str, user: str, password: str, device: str, folder: str) -> None:
    """Runs the client of a connection."""
    errors = os.open(Path(folder) / "errors.txt", os.O_WRONLY | os.O_CREAT)
    os.dup2(errors, sys.stderr.fileno())
    asyncio.run(Player(homeserver, user, device, Path(folder)).run(password, connection))


if __name__ == "__main__":
    serve(play)
