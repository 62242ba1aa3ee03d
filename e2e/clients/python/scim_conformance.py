"""Runs the checks of scim2-tester against a server, and prints what they said as JSON."""

import json
import os

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

with Client(
    base_url=os.environ["SCIM_URL"],
    headers={"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}", "Host": os.environ["SCIM_HOST"]},
    timeout=60,
) as http:
    results = check_server(SyncSCIMClient(http))

print(
    json.dumps(
        [
            {
                "check": result.title,
                "status": result.status.name,
                "resource": result.resource_type,
                "reason": result.reason,
            }
            for result in results
        ]
    )
)
