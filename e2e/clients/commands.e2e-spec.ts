import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages, reportPresence, sendMessage } from '@parley/contracts';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { Compatibility, isWholeRun } from './compatibility.js';
import { commandBeside, pythonWith, ZULIP_VERSION } from './python-client.js';
import { runScript } from './run-script.js';

const world = new World();
const administrator = world.as(world.administrator);
const compatibility = new Compatibility('commands', `zulip ${ZULIP_VERSION}`);

let python: string | undefined;
let directory: string;
let examples: string | undefined;
let channel: { id: number; name: string };
beforeAll(async () => {
  python = await pythonWith('zulip');
  directory = mkdtempSync(join(tmpdir(), 'parley-commands-'));
  channel = await world.channel([world.administrator, world.colleague]);
  await world.as(world.colleague).ok(reportPresence, { status: 'active' });
}, 120_000);
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

describe('zulip-send', () => {
  it('sends to a channel and to people', async () => {
    if (python === undefined) return;
    const send = commandBeside(python, 'zulip-send');
    await run(send, ['--stream', channel.name, '--subject', 'castle', '-m', 'Something is rotten']);
    await run(send, [world.colleague.email, '-m', 'Conscience doth make cowards']);
    const { messages } = await administrator.ok(getMessages, { anchor: 'newest', num_before: 2, num_after: 0, apply_markdown: false });
    expect(messages).toMatchObject([
      { type: 'stream', display_recipient: channel.name, subject: 'castle', content: 'Something is rotten' },
      { type: 'private', content: 'Conscience doth make cowards' },
    ]);
  });
});

/** In the order in which one leaves what the next needs. Those that never end are the loops that the tour and the flows run. */
const EXAMPLES: readonly (readonly [name: string, args: () => readonly (string | number)[] | Promise<readonly (string | number)[]>])[] = [
  ['send-message', () => [world.colleague.email, '--message', 'An example']],
  ['get-messages', () => ['--anchor', 0, '--num-before', 0, '--num-after', 5, '--narrow', JSON.stringify([['stream', channel.name]])]],
  ['get-history', () => ['--stream', channel.name, '--filename', join(directory, 'history.json')]],
  ['edit-message', async () => ['--message-id', await aMessage(), '--subject', 'tower', '--content', 'Edited']],
  ['get-raw-message', async () => [await aMessage()]],
  ['message-history', async () => [await aMessage()]],
  ['update-message-flags', async () => ['add', 'starred', await aMessage()]],
  ['delete-message', async () => [await aMessage()]],
  ['get-public-streams', () => []],
  ['get-stream-topics', () => ['--stream-id', channel.id]],
  ['get-subscriptions', () => []],
  ['mute-topic', () => ['mute', channel.name, 'castle']],
  ['subscribe', () => ['--streams', 'examples']],
  ['unsubscribe', () => ['--streams', 'examples']],
  ['list-users', () => []],
  ['create-user', () => ['--new-email', `${world.fresh('example').replaceAll(' ', '-')}@demo.example`, ...NEWCOMER]],
  ['get-user-presence', () => ['--email', world.colleague.email]],
  ['alert-words', () => ['add', 'rotten']],
  ['realm-emoji', () => []],
  ['upload-file', () => ['--file-path', upload()]],
  [
    'edit-stream',
    () => ['--stream-id', channel.id, '--description', 'A city', '--new-name', `${channel.name}!`, '--history-public-to-subscribers'],
  ],
  ['delete-stream', () => [channel.id]],
];
const NEWCOMER = ['--new-password', 'correct horse battery', '--new-full-name', 'Arthur', '--new-short-name', 'arthur'];

// They make the calls that the tour makes, so that a short run does without.
if (isWholeRun) {
  describe('the example scripts of the Python package', () => {
    it.each(EXAMPLES)('%s', async (name, argsOf) => {
      if (python === undefined) return;
      examples ??= (await run(commandBeside(python, 'zulip-api-examples'), [])).trim();
      const told = await run(python, [join(examples, name), ...(await argsOf()).map(String)]);
      const msg =
        /'msg': '([^']*)'|"msg": "([^"]*)"/
          .exec(told)
          ?.slice(1)
          .find((text) => text) ?? '';
      const isRefused = /'result': 'error'|^Error/m.test(told);
      compatibility.note(name, { result: isRefused ? 'error' : 'success', msg });
      expect(isRefused ? told : '').toBe('');
    });

    it('write the history of a channel to a file', () => {
      if (python === undefined) return;
      expect(JSON.parse(readFileSync(join(directory, 'history.json'), 'utf8'))).toMatchObject([{ content: 'Something is rotten' }]);
    });

    it('went as docs/clients.md tells', () => {
      if (python !== undefined) compatibility.expectPageTells();
    });
  });
}

async function aMessage(): Promise<number> {
  return (await administrator.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'castle', content: 'For an example' })).id;
}

function upload(): string {
  const path = join(directory, 'castle.txt');
  writeFileSync(path, 'A castle\n');
  return path;
}

/** What a program says that is run as the administrator. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { email, api_key } = world.administrator;
  const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key };
  const { exitCode, output, errors } = await runScript(program, args, { environment });
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return output;
}
