// A person's client for encrypted rooms: the library matrix-js-sdk, whose cryptography is Rust in WebAssembly, behind
// the same lines of JSON as `nio_client.py`.
//
//     node client.mjs HOMESERVER USER PASSWORD DEVICE FOLDER
//
// It logs in as a device, makes an identity for the person that signs the device, and syncs until its standard input
// ends. Files are written to the folder. The library is in the folder of modules that TABLERO_JS names.

import { webcrypto } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// The library logs, and the standard output has the protocol.
for (const level of ["trace", "debug", "info", "log"]) console[level] = () => {};
console.warn = console.error;

// Node 18 does not offer it by itself.
globalThis.crypto ??= webcrypto;

const installed = createRequire(join(process.env.TABLERO_JS, "_"));
const load = (name) => import(pathToFileURL(installed.resolve(name)));
const sdk = await load("matrix-js-sdk");
const api = await load("matrix-js-sdk/lib/crypto-api/index.js");
// The same instance as that of the library, which imports it as a module.
const wasm = join(process.env.TABLERO_JS, "@matrix-org/matrix-sdk-crypto-wasm/node.mjs");
const { Attachment, EncryptedAttachment } = await import(pathToFileURL(wasm));
const { default: jsQR } = installed("jsqr");

// More events of one room than a test has between two syncs, so that none is left out.
const EVENTS_MAX = 1000;
const EMOJI = "m.sas.v1";
const QR_SHOWN = "m.qr_code.show.v1";
const QR_SCANNED = "m.qr_code.scan.v1";
const QR_ANSWERED = "m.reciprocate.v1";

/** Writes a line of the output. */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The index in the ratchet: the first field of a Megolm message, a tag and a number of seven bits a byte. */
function messageIndex(ciphertext) {
    const data = Buffer.from(ciphertext, "base64");
    if (data[0] !== 3 || data[1] !== 8) throw new Error("this is no Megolm message");
    let index = 0;
    for (const [place, byte] of data.subarray(2).entries()) {
        index += (byte & 0x7f) * 2 ** (7 * place);
        if (byte < 0x80) return index;
    }
    throw new Error("the index has no end");
}

/** What an encrypted event was encrypted with; null if it is not encrypted, or redacted. */
function session(event) {
    const content = event.getWireContent();
    if (event.getWireType() !== "m.room.encrypted" || !content.ciphertext) return null;
    return { id: content.session_id, index: messageIndex(content.ciphertext), device: content.device_id };
}

/** The bytes of a QR code that is drawn with half blocks, read from a picture of it as a camera does. */
function readCode(text) {
    const [scale, lines] = [4, text.split("\n").map((line) => [...line])];
    const [width, height] = [lines[0].length * scale, lines.length * 2 * scale];
    const picture = new Uint8ClampedArray(width * height * 4);
    for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
            const drawn = lines[Math.floor(y / (2 * scale))][Math.floor(x / scale)];
            const half = Math.floor(y / scale) % 2 ? "▄" : "▀";
            picture.fill(drawn === "█" || drawn === half ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
            picture[(y * width + x) * 4 + 3] = 255;
        }
    }
    const code = jsQR(picture, width, height);
    if (!code) throw new Error("there is no QR code in the picture");
    return code.binaryData;
}

/** Logs in. Returns a client that has not begun to sync. */
async function logIn(baseUrl, user, password, deviceId) {
    const identifier = { type: "m.id.user", user };
    const credentials = { type: "m.login.password", identifier, password };
    const login = { ...credentials, device_id: deviceId, initial_device_display_name: deviceId };
    const { user_id: userId, access_token: accessToken } = await sdk.createClient({ baseUrl }).loginRequest(login);
    const verificationMethods = [EMOJI, QR_SHOWN, QR_SCANNED, QR_ANSWERED];
    const client = sdk.createClient({ baseUrl, userId, accessToken, deviceId, verificationMethods });
    await client.initRustCrypto({ useIndexedDB: false });
    if (process.env.IDENTITY === "yes") {
        await client.getCrypto().bootstrapCrossSigning({
            authUploadDeviceSigningKeys: (upload) => upload(credentials),
        });
    }
    return client;
}

class Player {
    constructor(client, folder) {
        this.client = client;
        this.folder = folder;
        this.crypto = client.getCrypto();
        // Rooms in which what follows is encrypted for this device.
        this.rooms = new Set();
        this.hasSynced = false;
        // Events are reported in the order of the homeserver, and messages go out in the order of the commands.
        this.reporting = Promise.resolve();
        this.sending = Promise.resolve();
        // Verifications by their transaction, and what the person may say about the emoji or the QR code.
        this.requests = new Map();
        this.callbacks = new Map();
    }

    async run() {
        const { client } = this;
        client.on(sdk.RoomEvent.Timeline, (event, room) => this.receive(event, room));
        client.on(sdk.RoomEvent.MyMembership, (room, membership) => this.invited(room, membership));
        client.on(sdk.ClientEvent.Sync, (state) => this.synced(state));
        client.on(api.CryptoEvent.DevicesUpdated, (users) => this.devicesChanged(users));
        client.on(api.CryptoEvent.VerificationRequestReceived, (request) => this.follow(request));
        const pendingEventOrdering = sdk.PendingEventOrdering.Detached;
        await client.startClient({ initialSyncLimit: EVENTS_MAX, pendingEventOrdering });
        for await (const line of createInterface({ input: process.stdin })) this.answer(JSON.parse(line));
        process.exit();
    }

    synced(state) {
        if (this.hasSynced || state !== "PREPARED") return;
        this.hasSynced = true;
        for (const room of this.client.getRooms()) {
            if (room.getMyMembership() === "join") this.rooms.add(room.roomId);
        }
        const ready = { user: this.client.getUserId(), token: this.client.getAccessToken() };
        this.reporting = this.reporting.then(() => say({ ready }));
    }

    invited(room, membership) {
        if (membership !== "invite") return;
        const event = room.currentState.getStateEvents("m.room.member", this.client.getUserId()).event;
        say({ event: { room: room.roomId, event, session: null, history: false } });
    }

    /** Reports an event of a room once the library has tried to decrypt it. */
    receive(event, { roomId }) {
        // An event that is being sent has no id of the homeserver.
        if (event.status !== null && event.status !== sdk.EventStatus.SENT) return;
        const isOwn = event.getType() === "m.room.member" && event.getStateKey() === this.client.getUserId();
        if (isOwn && event.getContent().membership !== "join") this.rooms.delete(roomId);
        const history = !this.rooms.has(roomId);
        if (isOwn && this.hasSynced && event.getContent().membership === "join") this.rooms.add(roomId);
        this.reporting = this.reporting.then(async () => {
            await this.client.decryptEventIfNeeded(event);
            this.report(event, roomId, history);
            if (event.isDecryptionFailure()) {
                // The key may come late.
                event.on(sdk.MatrixEventEvent.Decrypted, () => {
                    if (!event.isDecryptionFailure()) this.report(event, roomId, false);
                });
            }
        });
    }

    report(event, room, history) {
        let known = event.event;
        if (!event.isDecryptionFailure()) {
            // The relation of an encrypted event is in the clear, and edits are events of their own.
            const { "m.relates_to": relation } = event.getWireContent();
            const content = { ...(relation && { "m.relates_to": relation }), ...event.getOriginalContent() };
            known = { ...known, type: event.getType(), content };
        }
        say({ event: { room, event: known, session: session(event), history } });
    }

    async devicesChanged(users) {
        const known = await this.crypto.getUserDeviceInfo(users);
        for (const [user, devices] of known) {
            say({ notice: { kind: "devices", user, devices: [...devices.keys()] } });
        }
    }

    /** Carries out a command and says how it went. One that waits does not hold up the next. */
    async answer({ id, command, ...options }) {
        try {
            say({ id, answer: (await this[`do_${command}`](options)) ?? null });
        } catch (error) {
            // The test says what it makes of it.
            say({ id, error: String(error?.stack ?? error) });
        }
    }

    /** Sends an event, encrypted, to a room as soon as it is known to be encrypted. Returns the id. */
    do_send({ room, type, content }) {
        const sent = this.sending.then(async () => {
            while (!this.client.getRoom(room)?.hasEncryptionStateEvent()) {
                await new Promise((resolve) => this.client.once(sdk.ClientEvent.Sync, resolve));
            }
            return (await this.client.sendEvent(room, null, type, content)).event_id;
        });
        this.sending = sent.catch(() => {});
        return sent;
    }

    /** The devices of a user, with their keys, and whether the user has signed them with a key of their own. */
    async do_devices({ user }) {
        const devices = (await this.crypto.getUserDeviceInfo([user], true)).get(user) ?? new Map();
        return Promise.all([...devices.values()].map(async ({ deviceId, keys }) => {
            const status = await this.crypto.getDeviceVerificationStatus(user, deviceId);
            const found = { verified: status.isVerified(), cross_signed: status.signedByOwner };
            return { device: deviceId, keys: Object.fromEntries(keys), ...found };
        }));
    }

    /** Whether this person has verified the identity of a user. */
    async do_has_verified({ user }) {
        await this.crypto.getUserDeviceInfo([user], true);
        return (await this.crypto.getUserVerificationStatus(user)).isCrossSigningVerified();
    }

    /** From now on, only devices that this person has verified get the keys of messages, or all do. */
    do_only_verified({ on }) {
        this.crypto.globalBlacklistUnverifiedDevices = on;
    }

    /** From now on, devices that their owners have not signed get no keys and cannot be read, or all do and can. */
    do_only_signed({ on }) {
        const mode = on ? new api.OnlySignedDevicesIsolationMode() : new api.AllDevicesIsolationMode(false);
        this.crypto.setDeviceIsolationMode(mode);
    }

    /** Encrypts the next message with a new session. */
    do_forget_session({ room }) {
        return this.crypto.forceDiscardSession(room);
    }

    /** Downloads and decrypts an attachment. Returns the path of a file. */
    async do_download({ file }) {
        const { url, ...info } = file;
        const address = this.client.mxcUrlToHttp(url, undefined, undefined, undefined, false, true, true);
        const headers = { Authorization: `Bearer ${this.client.getAccessToken()}` };
        const response = await fetch(address, { headers });
        if (!response.ok) throw new Error(`${address}: ${response.status}`);
        const encrypted = new Uint8Array(await response.arrayBuffer());
        const plain = Attachment.decrypt(new EncryptedAttachment(encrypted, JSON.stringify(info)));
        const path = join(this.folder, `file-${basename(url)}`);
        await writeFile(path, plain);
        return path;
    }

    /** Asks to verify a user in a room, or one of their devices. With emoji, the comparison starts when they accept. */
    async do_verify_start({ user, room, device, emoji = true }) {
        const asked = room
            ? this.crypto.requestVerificationDM(user, room)
            : this.crypto.requestDeviceVerification(user, device);
        const request = await asked;
        this.follow(request, emoji);
        return request.transactionId;
    }

    /** Accepts a verification that the other side has asked for. */
    do_verify_accept({ transaction }) {
        return this.requests.get(transaction).accept();
    }

    /** Says that both sides show the same emoji, or that the other side has scanned the QR code. */
    do_verify_confirm({ transaction }) {
        return this.callbacks.get(transaction).confirm();
    }

    /** Says that the emoji differ. */
    do_verify_mismatch({ transaction }) {
        this.callbacks.get(transaction).mismatch();
    }

    do_verify_cancel({ transaction }) {
        return this.requests.get(transaction).cancel();
    }

    /** The bytes of the QR code that this side shows, in Base64. */
    async do_verify_show({ transaction }) {
        const shown = await this.requests.get(transaction).generateQRCode();
        return shown && Buffer.from(shown).toString("base64");
    }

    /** Scans the QR code of the other side: its bytes in Base64, or the text with which a dark terminal shows it. */
    async do_verify_scan({ transaction, data, text }) {
        const scanned = new Uint8ClampedArray(text ? readCode(text) : Buffer.from(data, "base64"));
        await this.requests.get(transaction).scanQRCode(scanned);
    }

    /** Reports each state of a verification. */
    follow(request, startsEmoji = false) {
        let [starts, last, verifier] = [startsEmoji, null, null];
        const changed = () => {
            const transaction = request.transactionId;
            this.requests.set(transaction, request);
            if (request.verifier && request.verifier !== verifier) {
                verifier = request.verifier;
                this.verify(verifier, transaction);
            }
            if (request.phase === last) return;
            last = request.phase;
            const phase = api.VerificationPhase[last];
            const [user, device, reason] = [request.otherUserId, request.otherDeviceId, request.cancellationCode];
            const notice = { kind: "verification", transaction, phase, user, device, reason };
            say({ notice: { ...notice, verified: last === api.VerificationPhase.Done } });
            if (starts && last === api.VerificationPhase.Ready) {
                starts = false;
                request.startVerification(EMOJI).catch((error) => console.error(error));
            }
        };
        request.on(api.VerificationRequestEvent.Change, changed);
        changed();
    }

    /** Continues a verification by emoji or QR code, and reports what the person has to compare. */
    verify(verifier, transaction) {
        verifier.on(api.VerifierEvent.ShowSas, (callbacks) => {
            this.callbacks.set(transaction, callbacks);
            const emoji = callbacks.sas.emoji.map(([picture]) => picture);
            say({ notice: { kind: "verification", transaction, emoji, verified: false } });
        });
        verifier.on(api.VerifierEvent.ShowReciprocateQr, (callbacks) => {
            this.callbacks.set(transaction, callbacks);
            say({ notice: { kind: "verification", transaction, scanned: true, verified: false } });
        });
        // If it is cancelled, the request says so.
        verifier.verify().catch((error) => console.error(error));
    }
}

const [homeserver, user, password, device, folder] = process.argv.slice(2);
await new Player(await logIn(homeserver, user, password, device), folder).run();
