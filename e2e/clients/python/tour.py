"""Every call that the example scripts of the `zulip` package make, each told on a line of JSON, while a second client hears the events."""

import io
import json
import os
import queue
import sys
import threading

import zulip

people = json.loads(os.environ["TOUR_PEOPLE"])
channel = os.environ["TOUR_CHANNEL"]
site = os.environ["TOUR_SITE"]
FOLLOWED = ["message", "update_message", "update_message_flags", "reaction", "typing", "delete_message"]


def connect(person):
    return zulip.Client(email=person["email"], api_key=person["api_key"], site=site)


def tell(call, answer):
    print(json.dumps({"call": call, "result": answer["result"], "msg": answer["msg"]}), flush=True)
    return answer


me, friend = connect(people[0]), connect(people[1])
my_id, friend_id = people[0]["user_id"], people[1]["user_id"]
tell("Client(email, api_key, site)", me.get_server_settings())

tell("add_subscriptions", me.add_subscriptions([{"name": channel}], principals=[my_id, friend_id]))
channel_id = tell("get_stream_id", me.get_stream_id(channel))["stream_id"]

heard = queue.Queue()


def listen():
    friend.call_on_each_event(heard.put, FOLLOWED)


threading.Thread(target=listen, daemon=True).start()
# The friend's queue is there as soon as it hears a message.
while heard.empty():
    me.send_message({"type": "stream", "to": channel, "topic": "knock", "content": "Knock knock"})
    try:
        first = heard.get(timeout=1)
        break
    except queue.Empty:
        continue

tell("get_profile", me.get_profile())
message_id = tell(
    "send_message", me.send_message({"type": "stream", "to": channel, "topic": "castle", "content": "I come not, friends"})
)["id"]
tell("send_message (direct)", me.send_message({"type": "private", "to": [people[1]["email"]], "content": "With mirth and laughter"}))
newest = {"anchor": "newest", "num_before": 10, "num_after": 0}
history = tell("get_messages", me.get_messages({**newest, "narrow": [{"operator": "stream", "operand": channel}]}))
assert message_id in [message["id"] for message in history["messages"]]
tell("get_raw_message", me.get_raw_message(message_id))
tell("update_message", me.update_message({"message_id": message_id, "content": "I come, friends"}))
tell("get_message_history", me.get_message_history(message_id))
tell("check_messages_match_narrow", me.check_messages_match_narrow(msg_ids=[message_id], narrow=[{"operator": "has", "operand": "link"}]))
tell("render_message", me.render_message({"content": "**foo**"}))
tell("add_reaction", me.add_reaction({"message_id": message_id, "emoji_name": "tada"}))
tada = {"emoji_name": "tada", "emoji_code": "1f389", "reaction_type": "unicode_emoji"}
tell("remove_reaction", me.remove_reaction({"message_id": message_id, **tada}))
tell("update_message_flags", friend.update_message_flags({"messages": [message_id], "op": "add", "flag": "read"}))
tell("set_typing_status", me.set_typing_status({"op": "start", "to": [friend_id]}))
tell("get_users", me.get_users())
tell("get_members", me.get_members())
tell("get_user_by_id", me.get_user_by_id(friend_id))
tell("get_streams", me.get_streams())
tell("get_subscriptions", me.get_subscriptions())
tell("get_subscribers", me.get_subscribers(stream=channel))
tell("get_subscription_status", me.get_subscription_status(my_id, channel_id))
tell("get_stream_topics", me.get_stream_topics(channel_id))
tell("update_subscription_settings", me.update_subscription_settings([{"stream_id": channel_id, "property": "pin_to_top", "value": True}]))
tell("mute_topic", me.mute_topic({"stream": channel, "topic": "castle", "op": "add"}))
tell("mark_topic_as_read", me.mark_topic_as_read(channel_id, "castle"))
tell("mark_stream_as_read", me.mark_stream_as_read(channel_id))
tell("mark_all_as_read", me.mark_all_as_read())
tell("get_realm_emoji", me.get_realm_emoji())
tell("get_realm_linkifiers", me.get_realm_linkifiers())
tell("get_realm_profile_fields", me.get_realm_profile_fields())
tell("update_presence", me.update_presence({"status": "active", "ping_only": False, "new_user_input": False}))
tell("get_user_presence", me.get_user_presence(people[0]["email"]))
tell("get_realm_presence", me.get_realm_presence())
tell("add_alert_words", me.add_alert_words(["castle"]))
tell("get_alert_words", me.get_alert_words())
tell("remove_alert_words", me.remove_alert_words(["castle"]))
tell("update_notification_settings", me.update_notification_settings({"enable_offline_push_notifications": True}))
tell("get_user_groups", me.get_user_groups())
upload = io.BytesIO(b"A castle\n")
upload.name = "castle.txt"
tell("upload_file", me.upload_file(upload))
tell("get_attachments", me.get_attachments())
tell("move_topic", me.move_topic(channel, channel, "castle", "palace"))
registered = tell("register", me.register(["message"]))
tell(
    "get_events",
    me.get_events(queue_id=registered["queue_id"], last_event_id=registered["last_event_id"], dont_block=True),
)
tell("deregister", me.deregister(registered["queue_id"]))
tell("remove_subscriptions", me.remove_subscriptions([channel]))
tell("get_stream_email_address", me.get_stream_email_address(channel_id))

wanted = json.loads(os.environ["TOUR_EVENTS"])
told = []
while not set(wanted) <= set(told):
    try:
        event = heard.get(timeout=15)
    except queue.Empty:
        print(f"of {wanted} only {told} came", file=sys.stderr)
        break
    told.append(" ".join(filter(None, [event["type"], event.get("op")])))
tell("call_on_each_event", {"result": "success" if set(wanted) <= set(told) else "error", "msg": ""})
