# One side of a flow with curl: `bash flow.sh listen` or `bash flow.sh act`.
api=$FLOW_SITE/api/v1
# Retries while there is no answer, or an answer with status 503.
ask() { curl -sf --retry 60 --retry-delay 1 --retry-all-errors -u "$@"; }
number() { sed -E "s/.*\"$1\":(-?[0-9]+).*/\1/"; }

listen() {
  local registered queue last events
  registered=$(ask "$FLOW_FRIEND" "$api/register" -d "event_types=$FLOW_TYPES" -d 'fetch_event_types=[]')
  queue=$(sed -E 's/.*"queue_id":"([^"]+)".*/\1/' <<< "$registered")
  last=$(number last_event_id <<< "$registered")
  while events=$(ask "$FLOW_FRIEND" "$api/events?queue_id=$queue&last_event_id=$last"); do
    last=$(node -e '
      const { events } = JSON.parse(process.argv[1]);
      require("fs").appendFileSync(process.env.FLOW_RECEIVED, events.map((event) => JSON.stringify(event) + "\n").join(""));
      console.log(events.at(-1)?.id ?? process.argv[2]);' "$events" "$last")
  done
}

send() {
  local id
  id=$(ask "$FLOW_ME" "$api/messages" -d type=stream --data-urlencode "to=$FLOW_CHANNEL" -d topic=flow -d "content=$1" | number id)
  echo "$id" >> "$FLOW_SENT"
  echo "$id"
}

act() {
  local round=0 id
  local tada='emoji_name=tada&emoji_code=1f389&reaction_type=unicode_emoji'
  set -e -o pipefail
  while [ ! -e "$FLOW_STOP" ]; do
    round=$((round + 1))
    id=$(send "Round $round")
    ask "$FLOW_ME" -G "$api/messages" -d anchor=newest -d num_before=3 -d num_after=0 \
      --data-urlencode "narrow=[[\"stream\",\"$FLOW_CHANNEL\"]]" | grep -q "\"id\":$id,"
    ask "$FLOW_ME" -X PATCH "$api/messages/$id" -d "content=Round $round, edited"
    # If a killed service had completed the request, its repetition is refused.
    curl -s --retry 60 --retry-delay 1 --retry-all-errors -u "$FLOW_ME" "$api/messages/$id/reactions" -d "$tada"
    ask "$FLOW_FRIEND" "$api/messages/flags" -d "messages=[$id]" -d op=add -d flag=read
    ask "$FLOW_ME" "$api/typing" -d op=start -d "to=[$FLOW_FRIEND_ID]"
    sleep 0.2
  done
  send 'The end'
}

"$1"
