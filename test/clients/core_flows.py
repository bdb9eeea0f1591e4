"""Runs the core flows through a second client, supabase-auth from PyPI. The environment names the server and the mails.
Prints one line per step, and ends with an exception at the first step that fails."""

import json
import os
import urllib.request

from supabase_auth import SyncGoTrueAdminAPI, SyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

URL = os.environ["POSTERN_URL"]
MAILS = os.environ["POSTERN_MAILS"]
ADMIN = os.environ["POSTERN_ADMIN_TOKEN"]
PASSWORD = "correct horse battery"


def client() -> SyncGoTrueClient:
    return SyncGoTrueClient(url=URL, auto_refresh_token=False)


def mail(email: str, count: int = 1) -> dict:
    with urllib.request.urlopen(f"{MAILS}/{email}/{count}") as answer:
        return json.load(answer)


def refused(code: str, call) -> None:
    try:
        call()
    except AuthApiError as error:
        assert error.code == code, f"{error.code}, not {code}: {error.message}"
        return
    raise AssertionError(f"{code} was not refused")


def step(name: str) -> None:
    print(f"ok {name}", flush=True)


email = "python@example.com"
auth = client()
signed_up = auth.sign_up({"email": email, "password": PASSWORD, "options": {"data": {"color": "red"}}})
assert signed_up.session is None and signed_up.user.email == email
step("sign up")

refused("email_not_confirmed", lambda: auth.sign_in_with_password({"email": email, "password": PASSWORD}))
try:
    client().sign_up({"email": "weak@example.com", "password": "short"})
    raise AssertionError("a weak password was taken")
except AuthWeakPasswordError as error:
    assert error.reasons == ["length"], error.reasons
step("refusals")

verified = auth.verify_otp({"email": email, "token": mail(email)["code"], "type": "signup"})
assert verified.session and verified.user.email_confirmed_at
step("confirm by the mailed code")

signed_in = auth.sign_in_with_password({"email": email, "password": PASSWORD})
assert signed_in.session.access_token
assert auth.get_user(signed_in.session.access_token).user.id == signed_up.user.id
step("sign in, get the user")

updated = auth.update_user({"data": {"color": "blue"}})
assert updated.user.user_metadata["color"] == "blue"
step("update the user")

refreshed = auth.refresh_session()
assert refreshed.session.refresh_token != signed_in.session.refresh_token
step("refresh")

other = client()
other.sign_in_with_otp({"email": email})
by_code = other.verify_otp({"email": email, "token": mail(email, 2)["code"], "type": "email"})
assert by_code.user.id == signed_up.user.id
step("sign in by a mailed code")

auth.sign_out({"scope": "others"})
refused("refresh_token_not_found", lambda: other.refresh_session(by_code.session.refresh_token))
auth.sign_out()
step("sign out")

auth.reset_password_for_email("nobody@example.com")
step("recovery of an unknown address is answered")

admin = SyncGoTrueAdminAPI(url=URL, headers={"Authorization": f"Bearer {ADMIN}"})
made = admin.create_user({"email": "made@example.com", "password": PASSWORD, "email_confirm": True})
assert made.user.email == "made@example.com"
assert any(user.email == email for user in admin.list_users())
link = admin.generate_link({"type": "magiclink", "email": "made@example.com"})
assert link.properties.hashed_token and link.properties.action_link
by_hash = client().verify_otp({"token_hash": link.properties.hashed_token, "type": "magiclink"})
assert by_hash.user.id == made.user.id
admin.delete_user(made.user.id)
refused("user_not_found", lambda: admin.get_user_by_id(made.user.id))
step("administration")
