"""Runs scim2-tester against a server. Prints one line for each check: its status, its title and its reason."""

import os

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

headers = {"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"}
client = SyncSCIMClient(Client(base_url=os.environ["SCIM_URL"], headers=headers, timeout=30))
client.discover()
for result in check_server(client):
    print(result.status.name, result.title, "|", " ".join(str(result.reason or "").split())[:500])
