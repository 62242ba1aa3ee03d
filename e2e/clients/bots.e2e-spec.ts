import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { createBot, listBots } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { commandBeside, INSTALL_DEADLINE_MS, pythonWith } from './python-client.js';
import { blocksOf, fileAt, whileRunning } from './run-script.js';

const world = new World();
const me = world.as(world.colleague);
const PATIENCE_MS = 60_000;

let directory: string;
/** The first answer of each bot. All run at once, because they mostly wait. */
let answers: ReadonlyMap<string, string>;
beforeAll(async () => {
  // Inside the repository, so that Node finds zulip-js.
  mkdirSync(fileAt('.parley/bots'), { recursive: true });
  directory = mkdtempSync(fileAt('.parley/bots/run-'));
  const python = await pythonWith('zulip');
  const programs: readonly (readonly [name: string, program: string, ...args: readonly string[]])[] = [
    ['JavaScript', process.execPath, writtenToFile('js', 'bot.mjs')],
    ['curl', 'bash', writtenToFile('bash', 'bot.sh')],
    ...(python === undefined
      ? []
      : ([
          ['Python', python, writtenToFile('python', 'bot.py')],
          ['helloworld', commandBeside(python, 'zulip-run-bot'), 'helloworld'],
          ['incrementor', commandBeside(python, 'zulip-run-bot'), 'incrementor'],
        ] as const)),
  ];
  answers = new Map(
    await Promise.all(programs.map(async ([name, program, ...args]) => [name, await answerOf(name, program, args)] as const)),
  );
}, INSTALL_DEADLINE_MS);
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

describe('the bot of docs/clients.md', () => {
  it.each(['Python', 'JavaScript', 'curl'])('in %s answers a direct message', (name) => {
    if (name === 'Python' && !answers.has(name)) return;
    expect(answers.get(name)).toBe(`${world.colleague.full_name}, this is ${name}.`);
  });
});

describe('a bot of the package zulip-bots, run with zulip-run-bot,', () => {
  it.each([
    ['helloworld', /^beep boop$/],
    // Stores its number and the id of its message in the bot storage.
    ['incrementor', /^\d+$/],
  ])('%s answers a direct message', (name, answer) => {
    if (answers.has(name)) expect(answers.get(name)).toMatch(answer);
  });
});

/** A file with the code that docs/clients.md prints. */
function writtenToFile(language: string, file: string): string {
  const path = join(directory, file);
  writeFileSync(path, blocksOf('docs/clients.md', language).join('\n'));
  return path;
}

/** Runs a program as a new bot until it answers. */
async function answerOf(name: string, program: string, args: readonly string[]): Promise<string> {
  const own = world.fresh(name).replaceAll(' ', '-').toLowerCase();
  const { user_id, api_key } = await me.ok(createBot, { full_name: own, short_name: own });
  const { bots } = await me.ok(listBots, {});
  const email = bots.find((bot) => bot.api_key === api_key)?.username ?? '';
  const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key };
  return whileRunning(program, args, { directory, environment }, () => answerTo(`Hello, ${name} bot`, user_id));
}

/** Sends to the bot until it answers, because no one else can see whether its queue exists yet. */
async function answerTo(content: string, bot: number): Promise<string> {
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
