"""
Tests the model of the terminal client (zulip-term) without its screen: its state, its calls, and its event handlers.
Prints one line of JSON with the outcome of each.
"""

import json
import os
import time
from unittest.mock import MagicMock

import zulip
from zulipterminal.model import Model

people = json.loads(os.environ["TERMINAL_PEOPLE"])
channel = os.environ["TERMINAL_CHANNEL"]
failures = []


def connect(person):
    return zulip.Client(email=person["email"], api_key=person["api_key"], site=os.environ["TERMINAL_SITE"], client="ZulipTerminal/0.7.0")


def controller_of(person):
    controller = MagicMock(client=connect(person), notify_enabled=False)
    controller.view.message_view.log = []
    controller.view.left_panel.is_in_topic_view_with_stream_id.return_value = False
    controller.report_error = lambda text: failures.append(" ".join(text))
    controller.raise_exception_in_main_thread = lambda info, critical: failures.append(f"{info[0].__name__}: {info[1]}")
    return controller


def tell(call, works=True):
    """Also reports failures in any thread since the last call."""
    msg = "; ".join(failures) or ("" if works else "had no effect")
    failures.clear()
    print(json.dumps({"call": call, "result": "error" if msg else "success", "msg": msg}), flush=True)


def until(condition):
    end = time.time() + 20
    while not condition() and not failures and time.time() < end:
        time.sleep(0.05)
    return bool(condition())


def message_of(model, message_id):
    return model.index["messages"].get(message_id, {"flags": [], "reactions": [], "content": "", "subject": ""})


controller = controller_of(people[0])
model = controller.model = Model(controller)
tell("Model(controller)", model.server_feature_level == connect(people[0]).feature_level)

stream_id = model.stream_id_from_name(channel)
friend_id = people[1]["user_id"]
model.poll_for_events()
friend = connect(people[1])


def sent_by_friend(content, **kwargs):
    message = {"type": "stream", "to": channel, "topic": "terminal", "content": content, **kwargs}
    return friend.send_message(message)["id"]


tell("user_dict", people[1]["email"] in model.user_dict and model.get_user_info(friend_id)["full_name"] == people[1]["full_name"])
tell("get_other_subscribers_in_stream", model.get_other_subscribers_in_stream(stream_name=channel) == [friend_id])
tell("user_group_names", "role:everyone" in model.user_group_names)

first = sent_by_friend("**Hello**")
tell("message events", until(lambda: "<strong>" in message_of(model, first)["content"]))
friend.update_message({"message_id": first, "content": "Hello *again*"})
tell("update_message events", until(lambda: "<em>" in message_of(model, first)["content"]))
friend.set_typing_status({"op": "start", "to": [people[0]["user_id"]]})

tell("send_stream_message", model.send_stream_message(channel, "terminal", "From the terminal"))
tell("send_private_message", model.send_private_message([friend_id], "To you alone"))
narrows = {
    "stream": {"stream": channel},
    "topic": {"stream": channel, "topic": "terminal"},
    "private": {"pms": True},
    "pm_with": {"pm_with": people[1]["email"]},
    "starred": {"starred": True},
    "mentioned": {"mentioned": True},
}
for name, narrow in narrows.items():
    model.set_narrow(**narrow)
    failure = model.get_messages(num_before=10, num_after=10, anchor=None)
    some = len(model.get_message_ids_in_current_narrow()) > 0
    tell(f"get_messages in the narrow {name}", failure == "" and some == (name not in ("starred", "mentioned")))
model.set_narrow()
tell("topics_in_stream", "terminal" in model.topics_in_stream(stream_id))

mine = max(model.index["topic_msg_ids"][stream_id]["terminal"])
tell("update_stream_message", model.update_stream_message("terminal", mine, "change_one", "Edited in the terminal"))
tell("fetch_raw_message_content", model.fetch_raw_message_content(mine) == "Edited in the terminal")
tell("fetch_message_history", len(model.fetch_message_history(mine)) == 2)
model.update_stream_message("moved", mine, "change_one")
tell("update_message events of a move", until(lambda: message_of(model, mine)["subject"] == "moved"))
model.toggle_message_star_status(message_of(model, first))
tell("toggle_message_star_status", until(lambda: "starred" in message_of(model, first)["flags"]))
model.mark_message_ids_as_read([first])
tell("mark_message_ids_as_read", until(lambda: "read" in message_of(model, first)["flags"]))
model.send_typing_status_by_user_ids([friend_id], status="start")
model.toggle_stream_muted_status(stream_id)
tell("toggle_stream_muted_status", until(lambda: stream_id in model.muted_streams))
tell("toggle_stream_pinned_status", model.toggle_stream_pinned_status(stream_id) and until(lambda: model.is_pinned_stream(stream_id)))
model.toggle_stream_visual_notifications(stream_id)
tell("toggle_stream_visual_notifications", until(lambda: model.is_visual_notifications_enabled(stream_id)))
friend.add_subscriptions([{"name": channel}], principals=[people[2]["user_id"]])
tell("subscription events of peers", until(lambda: people[2]["user_id"] in model.stream_dict[stream_id]["subscribers"]))
model.toggle_message_reaction(message_of(model, first), "tada")
tell("reaction events", until(lambda: message_of(model, first)["reactions"]))
reactions = friend.get_messages({"message_ids": [first]})["messages"][0]["reactions"]
tell("toggle_message_reaction", [reaction["emoji_name"] for reaction in reactions] == ["tada"])
os._exit(0)
