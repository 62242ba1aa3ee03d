"""
Calls every method of the Client of the package `zulip`, and prints one line of JSON with the outcome of each. A second client receives the events.
What a call should have brought about is asserted where it can be read again.
"""

import base64
import io
import json
import logging
import os
import queue
import sys
import threading

import zulip

people = json.loads(os.environ["TOUR_PEOPLE"])
channel = os.environ["TOUR_CHANNEL"]
FOLLOWED = ["message", "update_message", "update_message_flags", "reaction", "typing", "delete_message"]
TADA = {"emoji_name": "tada", "emoji_code": "1f389", "reaction_type": "unicode_emoji"}
called = set()
# Hides warnings about deprecated methods.
logging.disable(logging.WARNING)


def connect(person):
    return zulip.Client(email=person["email"], api_key=person["api_key"], site=os.environ["TOUR_SITE"])


def tell(call, answer):
    called.add(call.split(" ")[0])
    print(json.dumps({"call": call, "result": answer["result"], "msg": answer["msg"]}), flush=True)
    return answer


def file_named(name, content):
    file = io.BytesIO(content)
    file.name = name
    return file


def in_background(loop, *args):
    """Runs a loop of the client. Returns the queue of what it receives."""
    received = queue.Queue()
    threading.Thread(target=loop, args=(received.put, *args), daemon=True).start()
    return received


def until_received(received, content):
    """Sends until a message arrives, because then the event queue exists."""
    while True:
        me.send_message({"type": "stream", "to": channel, "topic": "knock", "content": content})
        try:
            return received.get(timeout=1)
        except queue.Empty:
            continue


def message_of(message_id):
    return me.get_messages({"message_ids": [message_id], "apply_markdown": False})["messages"][0]


me, friend, administrator, bot = [connect(person) for person in people]
my_id, friend_id = people[0]["user_id"], people[1]["user_id"]
settings = tell("get_server_settings", me.get_server_settings())
assert settings["zulip_feature_level"] == me.feature_level

# Channels and subscriptions.
added = tell("add_subscriptions", me.add_subscriptions([{"name": channel}], principals=[my_id, friend_id]))
assert added["subscribed"] == {str(my_id): [channel], str(friend_id): [channel]}
channel_id = tell("get_stream_id", me.get_stream_id(channel))["stream_id"]
assert channel in [stream["name"] for stream in tell("get_streams", me.get_streams())["streams"]]
assert channel in [stream["name"] for stream in tell("get_subscriptions", me.get_subscriptions())["subscriptions"]]
assert tell("list_subscriptions", me.list_subscriptions()) == me.get_subscriptions()
assert sorted(tell("get_subscribers", me.get_subscribers(stream=channel))["subscribers"]) == sorted([my_id, friend_id])
assert tell("get_subscription_status", me.get_subscription_status(my_id, channel_id))["is_subscribed"]
pinned = {"stream_id": channel_id, "property": "pin_to_top", "value": True}
tell("update_subscription_settings", me.update_subscription_settings([pinned]))
assert [one["pin_to_top"] for one in me.get_subscriptions()["subscriptions"] if one["stream_id"] == channel_id] == [True]
tell("update_stream", administrator.update_stream({"stream_id": channel_id, "description": "A tour"}))
assert [one["description"] for one in me.get_streams()["streams"] if one["stream_id"] == channel_id] == ["A tour"]
tell("add_default_stream", administrator.add_default_stream(channel_id))
tell("get_stream_email_address", me.get_stream_email_address(channel_id))

# Messages, whose events the friend receives.
events = in_background(friend.call_on_each_event, FOLLOWED)
until_received(events, "Knock knock")
message_id = tell(
    "send_message", me.send_message({"type": "stream", "to": channel, "topic": "castle", "content": "I come not, friends"})
)["id"]
tell("send_message (direct)", me.send_message({"type": "private", "to": [people[1]["email"]], "content": "With mirth and laughter"}))
newest = {"anchor": "newest", "num_before": 10, "num_after": 0}
history = tell("get_messages", me.get_messages({**newest, "narrow": [{"operator": "stream", "operand": channel}]}))
assert message_id == history["messages"][-1]["id"]
assert tell("get_raw_message", me.get_raw_message(message_id))["raw_content"] == "I come not, friends"
tell("update_message", me.update_message({"message_id": message_id, "content": "I come, friends"}))
assert message_of(message_id)["content"] == "I come, friends"
versions = tell("get_message_history", me.get_message_history(message_id))["message_history"]
assert [version["content"] for version in versions] == ["I come not, friends", "I come, friends"]
matches = tell("check_messages_match_narrow", me.check_messages_match_narrow(msg_ids=[message_id], narrow=[["has", "reaction"]]))
assert matches["messages"] == {}
rendered = tell("render_message", me.render_message({"content": "**foo**"}))["rendered"]
assert rendered == "<p><strong>foo</strong></p>"
tell("add_reaction", me.add_reaction({"message_id": message_id, "emoji_name": "tada"}))
tell("remove_reaction", me.remove_reaction({"message_id": message_id, **TADA}))
tell("update_message_flags", friend.update_message_flags({"messages": [message_id], "op": "add", "flag": "read"}))
tell("set_typing_status", me.set_typing_status({"op": "start", "to": [friend_id]}))
assert "castle" in [topic["name"] for topic in tell("get_stream_topics", me.get_stream_topics(channel_id))["topics"]]
tell("mute_topic", me.mute_topic({"stream": channel, "topic": "castle", "op": "add"}))
tell("mark_topic_as_read", me.mark_topic_as_read(channel_id, "castle"))
tell("mark_stream_as_read", me.mark_stream_as_read(channel_id))
tell("mark_all_as_read", friend.mark_all_as_read())
assert friend.get_messages({**newest, "narrow": [["is", "unread"]]})["messages"] == []
tell("move_topic", me.move_topic(channel, channel, "castle", "palace"))
assert message_of(message_id)["subject"] == "palace"
tell("delete_message", administrator.delete_message(message_id))
assert me.get_raw_message(message_id)["result"] == "error"
uploaded = tell("upload_file", me.upload_file(file_named("castle.txt", b"A castle\n")))
assert uploaded["uri"].endswith("castle.txt")
assert "castle.txt" in [attachment["name"] for attachment in tell("get_attachments", me.get_attachments())["attachments"]]

# Events.
registered = tell("register", me.register(["message"]))
polled = {"queue_id": registered["queue_id"], "last_event_id": registered["last_event_id"], "dont_block": True}
assert tell("get_events", me.get_events(**polled))["events"] == []
tell("deregister", me.deregister(registered["queue_id"]))
assert me.get_events(**polled)["code"] == "BAD_EVENT_QUEUE_ID"
messages = in_background(me.call_on_each_message)
assert until_received(messages, "Who is there?")["content"] == "Who is there?"
tell("call_on_each_message", {"result": "success", "msg": ""})

# Users.
assert tell("get_profile", me.get_profile())["user_id"] == my_id
assert friend_id in [member["user_id"] for member in tell("get_users", me.get_users())["members"]]
assert tell("get_members", me.get_members()) == me.get_users()
assert tell("get_user_by_id", me.get_user_by_id(friend_id))["user"]["user_id"] == friend_id
newcomer = {"email": os.environ["TOUR_NEWCOMER"], "password": "correct horse battery", "full_name": "Made By Python"}
newcomer_id = tell("create_user", administrator.create_user(newcomer))["user_id"]
tell("update_user_by_id", administrator.update_user_by_id(newcomer_id, full_name="Renamed By Python"))
assert me.get_user_by_id(newcomer_id)["user"]["full_name"] == "Renamed By Python"
tell("deactivate_user_by_id", administrator.deactivate_user_by_id(newcomer_id))
assert not me.get_user_by_id(newcomer_id)["user"]["is_active"]
tell("reactivate_user_by_id", administrator.reactivate_user_by_id(newcomer_id))
assert me.get_user_by_id(newcomer_id)["user"]["is_active"]
tell("update_presence", me.update_presence({"status": "active", "ping_only": False, "new_user_input": False}))
assert tell("get_user_presence", me.get_user_presence(people[0]["email"]))["presence"]["aggregated"]["status"] == "active"
assert people[0]["email"] in tell("get_realm_presence", me.get_realm_presence())["presences"]
assert tell("add_alert_words", me.add_alert_words(["castle"]))["alert_words"] == ["castle"]
assert tell("get_alert_words", me.get_alert_words())["alert_words"] == ["castle"]
assert tell("remove_alert_words", me.remove_alert_words(["castle"]))["alert_words"] == []
tell("update_notification_settings", me.update_notification_settings({"enable_offline_push_notifications": True}))

# Groups.
group = {"name": channel, "description": "Of a tour", "members": [my_id]}
group_id = tell("create_user_group", administrator.create_user_group(group))["group_id"]
tell("update_user_group", administrator.update_user_group({"group_id": group_id, "description": "Of the tour"}))
tell("update_user_group_members", administrator.update_user_group_members(group_id, {"add": [friend_id], "delete": [my_id]}))
mine = [each for each in tell("get_user_groups", me.get_user_groups())["user_groups"] if each["id"] == group_id][0]
assert (mine["description"], mine["members"]) == ("Of the tour", [friend_id])
tell("remove_user_group", administrator.remove_user_group(group_id))

# Organization-wide configuration.
emoji = f"tour{my_id}"
pixel = base64.b64decode(os.environ["TOUR_PICTURE"])
tell("upload_custom_emoji", administrator.upload_custom_emoji(emoji, file_named("pixel.png", pixel)))
custom = tell("get_realm_emoji", me.get_realm_emoji())["emoji"].values()
assert [one["deactivated"] for one in custom if one["name"] == emoji] == [False]
tell("delete_custom_emoji", administrator.delete_custom_emoji(emoji))
linkifier_id = tell("add_realm_filter", administrator.add_realm_filter(f"T{my_id}-(?P<id>[0-9]+)", "https://example.com/{id}"))["id"]
assert linkifier_id in [one["id"] for one in tell("get_realm_linkifiers", me.get_realm_linkifiers())["linkifiers"]]
tell("remove_realm_filter", administrator.remove_realm_filter(linkifier_id))
field_id = tell("create_realm_profile_field", administrator.create_realm_profile_field(name=f"Tour {my_id}", field_type=1))["id"]
tell("update_realm_profile_field", administrator.update_realm_profile_field(field_id, hint="On tour"))
fields = tell("get_realm_profile_fields", me.get_realm_profile_fields())["custom_fields"]
assert [field["hint"] for field in fields if field["id"] == field_id] == ["On tour"]
order = [field["id"] for field in reversed(fields)]
tell("reorder_realm_profile_fields", administrator.reorder_realm_profile_fields(order=order))
assert [field["id"] for field in me.get_realm_profile_fields()["custom_fields"]] == order
tell("remove_realm_profile_field", administrator.remove_realm_profile_field(field_id))

# Bot storage.
tell("update_storage", bot.update_storage({"storage": {"count": "1"}}))
assert tell("get_storage", bot.get_storage({"keys": ["count"]}))["storage"] == {"count": "1"}

assert tell("call_endpoint", me.call_endpoint("users/me", method="GET"))["user_id"] == my_id
assert tell("remove_subscriptions", me.remove_subscriptions([channel]))["removed"] == [channel]
tell("delete_stream", administrator.delete_stream(channel_id))
assert channel not in [stream["name"] for stream in me.get_streams()["streams"]]

wanted = json.loads(os.environ["TOUR_EVENTS"])
told = []
while not set(wanted) <= set(told):
    try:
        event = events.get(timeout=15)
    except queue.Empty:
        print(f"of {wanted} only {told} came", file=sys.stderr)
        break
    told.append(" ".join(filter(None, [event["type"], event.get("op")])))
tell("call_on_each_event", {"result": "success" if set(wanted) <= set(told) else "error", "msg": ""})

# The generic methods that the calls above use.
INNER = {"do_api_query", "ensure_session", "get_user_agent"}
methods = {name for name in dir(zulip.Client) if not name.startswith("_") and callable(getattr(zulip.Client, name))}
assert methods - called == INNER, methods - called
