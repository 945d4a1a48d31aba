"""A login server beside a homeserver, by Authlib: clients register themselves, people approve devices, and access
tokens are renewed, in which a refresh token stays valid until what it gave is used. The homeserver asks it about access
tokens.

It serves on a free port of this machine, which is the only line of its output. Tests decide what people decide under
/test: POST /test/set changes a setting, POST /test/decide approves or denies a code, POST /test/session begins a session
at once, POST /test/end ends all sessions of a user, GET /test/log says what was done, and GET /test/secrets what nobody
else should know."""

import threading
import time
import urllib.request

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, InvalidScopeError, TokenMixin, grants
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7591 import ClientRegistrationEndpoint
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE, DeviceAuthorizationEndpoint, DeviceCodeGrant
from authlib.oauth2.rfc8628 import DeviceCredentialDict
from flask import Flask, json, request
from werkzeug.serving import make_server

SECRET = "homeserver-secret"

settings = {"homeserver": "", "address": "", "scopes": "urn:matrix:client", "life": 300}
settings |= {"interval": 1, "code_life": 600, "slow_downs": 0}
clients, codes, decisions, tokens, log = {}, {}, {}, [], []
lock = threading.RLock()


class Client(ClientMixin):
    def __init__(self, client_id, metadata):
        self.client_id, self.metadata = client_id, metadata

    def get_client_id(self):
        return self.client_id

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.metadata["token_endpoint_auth_method"]

    def get_allowed_scope(self, scope):
        return scope

    def check_grant_type(self, grant_type):
        return grant_type in self.metadata["grant_types"]


homeserver = Client("homeserver", {"token_endpoint_auth_method": "homeserver"})


class Token(TokenMixin):
    def __init__(self, client_id, user, data, parent=None):
        self.client_id, self.user, self.data, self.parent = client_id, user, data, parent
        self.at, self.revoked = time.time(), False

    def check_client(self, client):
        return client.client_id == self.client_id

    def get_scope(self):
        return self.data["scope"]

    def get_user(self):
        return self.user

    def is_revoked(self):
        return self.revoked

    def is_expired(self):
        return "expires_in" in self.data and time.time() > self.at + self.data["expires_in"]

    def used(self):
        """What renewed this token is not valid any more."""
        if self.parent:
            self.parent.revoked = True

    def device(self):
        return self.get_scope().split(":device:")[1]


def synapse(path, body):
    url = f"{settings['homeserver']}/_synapse/mas/{path}"
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)).close()


def find(key, value):
    return next((token for token in tokens if token.data.get(key) == value), None)


class DeviceGrant(DeviceCodeGrant):
    def query_device_credential(self, device_code):
        return next((code for code in codes.values() if code["device_code"] == device_code), None)

    def query_user_grant(self, user_code):
        return decisions.get(user_code)

    def should_slow_down(self, credential):
        settings["slow_downs"] -= 1
        return settings["slow_downs"] >= 0


class RefreshGrant(grants.RefreshTokenGrant):
    INCLUDE_NEW_REFRESH_TOKEN = True
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def authenticate_refresh_token(self, refresh_token):
        token = find("refresh_token", refresh_token)
        log.append("refresh" if token and not token.revoked else "refused")
        if token and not token.revoked:
            token.used()
            return token

    def authenticate_user(self, refresh_token):
        return refresh_token.user

    def revoke_old_credential(self, refresh_token):
        tokens[-1].parent = refresh_token


class Devices(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]

    def create_endpoint_response(self, request):
        api, device = request.payload.scope.split()
        if api != f"{settings['scopes']}:api:*" or not device.startswith(f"{settings['scopes']}:device:"):
            raise InvalidScopeError()
        self.EXPIRES_IN, self.INTERVAL = settings["code_life"], settings["interval"]
        return super().create_endpoint_response(request)

    def get_verification_uri(self):
        return f"{settings['address']}/link"

    def save_device_credential(self, client_id, scope, data):
        expires_at = time.time() + data["expires_in"]
        codes[data["user_code"]] = DeviceCredentialDict(client_id=client_id, scope=scope, expires_at=expires_at, **data)


class Registration(ClientRegistrationEndpoint):
    def authenticate_token(self, request):
        return "anyone"

    def get_server_metadata(self):
        return metadata()

    def generate_client_secret(self, request):
        return ""

    def save_client(self, client_info, client_metadata, request):
        assert client_metadata["client_uri"] and client_metadata["client_name"] == "Tablero", client_metadata
        clients[client_info["client_id"]] = client = Client(client_info["client_id"], client_metadata)
        return client


class Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = ["homeserver"]

    def check_permission(self, token, client, request):
        return client is homeserver

    def query_token(self, token_string, token_type_hint):
        return find("access_token", token_string)

    def introspect_token(self, token):
        token.used()
        payload = {"username": token.user, "scope": token.get_scope(), "client_id": token.client_id}
        if "expires_in" in token.data:
            payload["expires_in"] = max(0, int(token.at + token.data["expires_in"] - time.time()))
        return payload


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["none"]

    def query_token(self, token_string, token_type_hint):
        return find("refresh_token", token_string)

    def revoke_token(self, token, request):
        end(token)


def end(token):
    for other in tokens:
        if (other.user, other.device()) == (token.user, token.device()):
            other.revoked = True
    log.append("end")
    synapse("delete_device", {"localpart": token.user, "device_id": token.device()})


def begin(user, device):
    synapse("provision_user", {"localpart": user, "set_displayname": user.capitalize()})
    synapse("upsert_device", {"localpart": user, "device_id": device})


def metadata():
    address = settings["address"]
    return {
        "issuer": f"{address}/",
        "authorization_endpoint": f"{address}/authorize",
        "token_endpoint": f"{address}/token",
        "registration_endpoint": f"{address}/register",
        "device_authorization_endpoint": f"{address}/devices",
        "revocation_endpoint": f"{address}/revoke",
        "account_management_uri": f"{address}/account",
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    }


def save_token(data, oauth_request):
    tokens.append(Token(oauth_request.client.client_id, oauth_request.user, dict(data)))


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
oauth = AuthorizationServer(app, clients.get, save_token)
oauth.register_token_generator(
    "default",
    lambda **with_: {**oauth.create_bearer_token_generator(app.config)(**with_), "expires_in": settings["life"]},
)
oauth.register_client_auth_method(
    "homeserver", lambda _, asked: homeserver if asked.headers["Authorization"] == f"Bearer {SECRET}" else None
)
oauth.register_grant(DeviceGrant)
oauth.register_grant(RefreshGrant)
for kind in (Devices, Registration, Introspection, Revocation):
    oauth.register_endpoint(kind)


@app.before_request
def alone():
    lock.acquire()


@app.teardown_request
def done(_):
    lock.release()


@app.get("/.well-known/openid-configuration")
def discover():
    return metadata()


@app.post("/token")
def token():
    return oauth.create_token_response()


for address, kind in [
    ("/devices", Devices),
    ("/register", Registration),
    ("/oauth2/introspect", Introspection),
    ("/revoke", Revocation),
]:
    app.post(address, endpoint=kind.ENDPOINT_NAME)(lambda kind=kind: oauth.create_endpoint_response(kind.ENDPOINT_NAME))


@app.post("/test/set")
def set_():
    settings.update(request.json)
    return {}


@app.post("/test/decide")
def decide():
    asked = request.json
    code = codes[asked["code"]]
    if asked["approved"]:
        begin(asked["user"], code["scope"].split(":device:")[1])
    decisions[asked["code"]] = (asked["user"], asked["approved"])
    return {}


@app.post("/test/session")
def session():
    user, device = request.json["user"], request.json["device"]
    begin(user, device)
    scope = f"{settings['scopes']}:api:* {settings['scopes']}:device:{device}"
    tokens.append(Token("test", user, {"access_token": f"test-{user}-{device}", "scope": scope}))
    return tokens[-1].data


@app.post("/test/end")
def end_all():
    for token in [token for token in tokens if token.user == request.json["user"] and not token.revoked]:
        if not token.revoked:
            end(token)
    return {}


@app.get("/test/secrets")
def secrets():
    shown = [token.data.get(name) for token in tokens for name in ("access_token", "refresh_token")]
    return json.dumps([secret for secret in shown if secret] + [code["device_code"] for code in codes.values()])


@app.get("/test/log")
def log_():
    return json.dumps(log)


server = make_server("127.0.0.1", 0, app, threaded=True)
settings["address"] = f"http://127.0.0.1:{server.port}"
print(server.port, flush=True)
server.serve_forever()
