// One side of a flow with zulip-js: `node flow.mjs listen` or `node flow.mjs act`.
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import zulip from 'zulip-js';

const {
  FLOW_SITE: realm,
  FLOW_CHANNEL: channel,
  FLOW_TYPES: types,
  FLOW_RECEIVED: received,
  FLOW_SENT: sent,
  FLOW_STOP: stop,
} = process.env;
const [me, friend] = JSON.parse(process.env.FLOW_PEOPLE);
const connect = ({ email, api_key }) => zulip({ realm, username: email, apiKey: api_key });
const DONE = ['REACTION_ALREADY_EXISTS', 'REACTION_DOES_NOT_EXIST'];
const AGAIN = ['SERVICE_UNAVAILABLE', 'RATE_LIMIT_HIT'];

/** zulip-js retries polls only. All other calls are retried here. */
async function insist(call) {
  for (;;) {
    const answer = await call().catch(() => ({ code: AGAIN[0] }));
    if (answer.result === 'success' || DONE.includes(answer.code)) return answer;
    if (!AGAIN.includes(answer.code)) throw new Error(JSON.stringify(answer));
    await delay(300);
  }
}

async function listen() {
  const client = await connect(friend);
  await client.callOnEachEvent((event) => appendFileSync(received, `${JSON.stringify(event)}\n`), JSON.parse(types));
}

async function act() {
  const [mine, theirs] = [await connect(me), await connect(friend)];
  const send = async (content) => {
    const { id } = await insist(() => mine.messages.send({ type: 'stream', to: channel, topic: 'flow', content }));
    appendFileSync(sent, `${id}\n`);
    return id;
  };
  for (let round = 1; !existsSync(stop); round += 1) {
    const id = await send(`Round ${round}`);
    const narrow = [{ operator: 'stream', operand: channel }];
    const history = await insist(() => mine.messages.retrieve({ anchor: 'newest', num_before: 3, num_after: 0, narrow }));
    if (history.messages.at(-1).id !== id) throw new Error(`${id} is not the newest message`);
    const reaction = { message_id: id, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
    await insist(() => mine.messages.update({ message_id: id, content: `Round ${round}, edited` }));
    await insist(() => mine.reactions.add(reaction));
    if (round % 2 === 0) await insist(() => mine.reactions.remove(reaction));
    await insist(() => theirs.messages.flags.add({ messages: [id], flag: 'read' }));
    await insist(() => mine.typing.send({ op: 'start', to: [friend.user_id] }));
    await delay(200);
  }
  await send('The end');
}

await { listen, act }[process.argv[2]]();
