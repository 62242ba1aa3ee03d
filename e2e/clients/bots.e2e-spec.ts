import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { pythonWithClient } from './python-client.js';
import { blocksOf, fileAt, whileRunning } from './run-script.js';

const world = new World();
const me = world.as(world.colleague);
const PATIENCE_MS = 40_000;

let directory: string;
let python: string | undefined;
beforeAll(async () => {
  python = await pythonWithClient();
  // Below the repository, where Node finds zulip-js.
  mkdirSync(fileAt('.parley/bots'), { recursive: true });
  directory = mkdtempSync(fileAt('.parley/bots/run-'));
}, 120_000);
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

describe('the bot of docs/clients.md', () => {
  it.each([
    ['Python', 'python', 'bot.py', () => python],
    ['JavaScript', 'js', 'bot.mjs', () => process.execPath],
    ['curl', 'bash', 'bot.sh', () => 'bash'],
  ])('in %s answers a direct message', async (name, language, file, programOf) => {
    const program = programOf();
    if (program === undefined) return;
    writeFileSync(join(directory, file), blocksOf('docs/clients.md', language).join('\n'));
    const { email, api_key } = world.bot;
    const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key };
    const answer = await whileRunning(program, [join(directory, file)], { directory, environment }, () => answerTo(`Hello, ${name} bot`));
    expect(answer).toBe(`${world.colleague.full_name}, this is ${name}.`);
  });
});

/** Greets the bot until it answers: whether its queue is there yet, nobody else can see. */
async function answerTo(content: string): Promise<string> {
  const narrow = [{ operator: 'dm', operand: [world.bot.user_id] }];
  const until = Date.now() + PATIENCE_MS;
  const { id: first } = await me.ok(sendMessage, { type: 'direct', to: [world.bot.user_id], content });
  while (Date.now() < until) {
    await delay(500);
    const { messages } = await me.ok(getMessages, { anchor: first, num_before: 0, num_after: 100, narrow, apply_markdown: false });
    const answer = messages.find(({ sender_id }) => sender_id === world.bot.user_id);
    if (answer !== undefined) return answer.content;
    await me.ok(sendMessage, { type: 'direct', to: [world.bot.user_id], content });
  }
  throw new Error('the bot did not answer');
}
