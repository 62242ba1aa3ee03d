import { setTimeout as delay } from 'node:timers/promises';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { createBot, listBots } from '@parley/contracts/organization';
import type { World } from '../client/world.js';
import { whileRunning } from './run-script.js';

const PATIENCE_MS = 60_000;

/** Runs a program as a new bot until it answers a direct message. */
export async function answerOfBot(
  world: World,
  name: string,
  [program, ...args]: readonly [program: string, ...args: string[]],
  directory: string,
): Promise<string> {
  const me = world.as(world.colleague);
  const own = world.fresh(name).replaceAll(' ', '-').toLowerCase();
  const { user_id, api_key } = await me.ok(createBot, { full_name: own, short_name: own });
  const { bots } = await me.ok(listBots, {});
  const email = bots.find((bot) => bot.api_key === api_key)?.username ?? '';
  const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key };
  return whileRunning(program, args, { directory, environment }, () => answerTo(world, `Hello, ${name} bot`, user_id));
}

/** Sends to the bot until it answers, because no one else can see whether its queue exists yet. */
async function answerTo(world: World, content: string, bot: number): Promise<string> {
  const me = world.as(world.colleague);
  const narrow = [{ operator: 'dm', operand: [bot] }];
  const until = Date.now() + PATIENCE_MS;
  const { id: first } = await me.ok(sendMessage, { type: 'direct', to: [bot], content });
  while (Date.now() < until) {
    await delay(500);
    const { messages } = await me.ok(getMessages, { anchor: first, num_before: 0, num_after: 100, narrow, apply_markdown: false });
    const answer = messages.find(({ sender_id }) => sender_id === bot);
    if (answer !== undefined) return answer.content;
    await me.ok(sendMessage, { type: 'direct', to: [bot], content });
  }
  throw new Error(`${content}: there was no answer`);
}
