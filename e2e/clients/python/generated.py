# Uses the client that openapi-python-client generated from the OpenAPI document, and sends all its defaults. Prints one line for each call.
import base64
import os

from parley_client import AuthenticatedClient
from parley_client.api.events import get_events
from parley_client.api.messages import get_message, get_messages, send_message
from parley_client.models import (
    BadEventQueueIdError,
    GetMessageSuccess,
    GetMessagesSuccess,
    SendMessageJson,
    SendMessageJsonType,
    SendMessageSuccess,
)

key = base64.b64encode(f"{os.environ['ZULIP_EMAIL']}:{os.environ['ZULIP_API_KEY']}".encode()).decode()
client = AuthenticatedClient(base_url=f"{os.environ['ZULIP_SITE']}/api/v1", token=key, prefix="Basic")

form = SendMessageJson(type_=SendMessageJsonType.CHANNEL, to=os.environ["CHANNEL"], topic="generated", content="Hello, **Python**")
sent = send_message.sync(client=client, body=form)
assert isinstance(sent, SendMessageSuccess), sent
found = get_messages.sync(client=client, anchor="newest", num_before=1, num_after=0)
assert isinstance(found, GetMessagesSuccess), found
print(found.messages[-1].id == sent.id, found.messages[-1].content)
one = get_message.sync(client=client, message_id=sent.id)
assert isinstance(one, GetMessageSuccess), one
print(one.raw_content)
refused = get_events.sync_detailed(client=client, queue_id="none", last_event_id=-1)
assert isinstance(refused.parsed, BadEventQueueIdError), refused
print(refused.status_code.value, refused.parsed.code.value)
