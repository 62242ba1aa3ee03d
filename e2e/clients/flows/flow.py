"""One side of a flow with the Python package: `python flow.py listen` or `python flow.py act`."""

import json
import os
import sys
import time

import requests
import zulip

channel = os.environ["FLOW_CHANNEL"]
me, friend = json.loads(os.environ["FLOW_PEOPLE"])
DONE = ["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]
AGAIN = ["SERVICE_UNAVAILABLE", "RATE_LIMIT_HIT"]


def connect(person):
    return zulip.Client(email=person["email"], api_key=person["api_key"], site=os.environ["FLOW_SITE"])


def insist(call, *args):
    """The package retries ten times itself. A slow machine needs more retries."""
    while True:
        try:
            answer = call(*args)
        except requests.exceptions.RequestException:
            answer = {"result": "error", "code": AGAIN[0]}
        if answer["result"] == "success" or answer.get("code") in DONE:
            return answer
        if answer.get("code") not in AGAIN:
            raise RuntimeError(answer)
        time.sleep(0.3)


def listen():
    with open(os.environ["FLOW_RECEIVED"], "a") as received:
        connect(friend).call_on_each_event(lambda event: print(json.dumps(event), file=received, flush=True), json.loads(os.environ["FLOW_TYPES"]))


def act():
    mine, theirs = connect(me), connect(friend)

    def send(content):
        message_id = insist(mine.send_message, {"type": "stream", "to": channel, "topic": "flow", "content": content})["id"]
        with open(os.environ["FLOW_SENT"], "a") as sent:
            print(message_id, file=sent)
        return message_id

    turn = 0
    while not os.path.exists(os.environ["FLOW_STOP"]):
        turn += 1
        message_id = send(f"Round {turn}")
        narrow = [{"operator": "stream", "operand": channel}]
        history = insist(mine.get_messages, {"anchor": "newest", "num_before": 3, "num_after": 0, "narrow": narrow})
        assert history["messages"][-1]["id"] == message_id
        reaction = {"message_id": message_id, "emoji_name": "tada", "emoji_code": "1f389", "reaction_type": "unicode_emoji"}
        insist(mine.update_message, {"message_id": message_id, "content": f"Round {turn}, edited"})
        insist(mine.add_reaction, reaction)
        if turn % 2 == 0:
            insist(mine.remove_reaction, reaction)
        insist(theirs.update_message_flags, {"messages": [message_id], "op": "add", "flag": "read"})
        insist(mine.set_typing_status, {"op": "start", "to": [friend["user_id"]]})
        time.sleep(0.2)
    send("The end")


{"listen": listen, "act": act}[sys.argv[1]]()
