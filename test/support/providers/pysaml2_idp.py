"""An identity provider made with pysaml2, for tests: reads commands as lines of JSON and answers each with one line.

Usage: python3 pysaml2_idp.py FOLDER ENTITY_ID SSO_URL XMLSEC1. The folder has key.pem and cert.pem, and SP.xml, our metadata.
"""

import base64
import json
import sys
from urllib.parse import parse_qs, urlsplit

from saml2 import BINDING_HTTP_REDIRECT
from saml2.authn_context import PASSWORD
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAME_FORMAT_URI, NAMEID_FORMAT_PERSISTENT
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

FOLDER, ENTITY_ID, SSO_URL, XMLSEC = sys.argv[1:]


def config():
    with open(FOLDER + "/SP.xml", encoding="utf-8") as file:
        service = file.read()
    keys = {"key_file": FOLDER + "/key.pem", "cert_file": FOLDER + "/cert.pem"}
    return IdPConfig().load(
        {
            "entityid": ENTITY_ID,
            "xmlsec_binary": XMLSEC,
            "signing_algorithm": SIG_RSA_SHA256,
            "digest_algorithm": DIGEST_SHA256,
            "metadata": {"inline": [service]},
            "service": {
                "idp": {
                    "endpoints": {"single_sign_on_service": [(SSO_URL, BINDING_HTTP_REDIRECT)]},
                    "want_authn_requests_signed": True,
                    "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                    "policy": {"default": {"lifetime": {"minutes": 15}, "name_form": NAME_FORMAT_URI}},
                }
            },
            **keys,
        }
    )


def respond(command):
    """Returns the form fields with which the browser comes back from a request."""
    query = {name: values[0] for name, values in parse_qs(urlsplit(command["url"]).query).items()}
    request = SERVER.parse_authn_request(
        query["SAMLRequest"],
        BINDING_HTTP_REDIRECT,
        relay_state=query["RelayState"],
        sigalg=query["SigAlg"],
        signature=query["Signature"],
    )
    response = SERVER.create_authn_response(
        identity=command["attributes"],
        userid=command["user"],
        authn={"class_ref": PASSWORD, "authn_auth": ENTITY_ID},
        sign_assertion=command["sign"] in ("assertion", "both"),
        sign_response=command["sign"] in ("response", "both"),
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
        **SERVER.response_args(request.message),
    )
    text = base64.b64encode(str(response).encode()).decode()
    return {"SAMLResponse": text, "RelayState": query["RelayState"]}


SERVER = Server(config=config())
COMMANDS = {
    "metadata": lambda command: {"xml": entity_descriptor(config()).to_string().decode()},
    "respond": respond,
}

for line in sys.stdin:
    given = json.loads(line)
    try:
        answer = COMMANDS[given["command"]](given)
    except Exception as error:  # told to the test, which fails with it
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
