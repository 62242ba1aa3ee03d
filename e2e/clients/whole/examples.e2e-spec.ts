import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendMessage } from '@parley/contracts/messaging';
import { reportPresence } from '@parley/contracts/settings';
import { ScratchFolders } from '../../../tools/src/scratch-folders.js';
import { closeConnections } from '../../client/http.js';
import { World } from '../../client/world.js';
import { Compatibility } from '../compatibility.js';
import { commandBeside, INSTALL_DEADLINE_MS, pythonWith, ZULIP_VERSION } from '../python-client.js';
import { runScript } from '../run-script.js';

const world = new World();
const administrator = world.as(world.administrator);
const compatibility = new Compatibility('examples', `zulip ${ZULIP_VERSION}`);

let python: string | undefined;
const folders = new ScratchFolders();
let directory: string;
let examples: string | undefined;
let channel: { id: number; name: string };
beforeAll(async () => {
  python = await pythonWith('zulip');
  directory = folders.make('examples');
  channel = await world.channel([world.administrator, world.colleague]);
  await aMessage('Something is rotten');
  await world.as(world.colleague).ok(reportPresence, { status: 'active' });
}, INSTALL_DEADLINE_MS);
afterAll(() => {
  folders.remove();
  closeConnections();
});

/** In an order in which each finds what it needs. Scripts that never end are the loops that the tour and the flows run. */
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

describe('the example scripts of the Python package', () => {
  it.each(EXAMPLES)('%s', async (name, argsOf) => {
    if (python === undefined) return;
    examples ??= (await run(commandBeside(python, 'zulip-api-examples'), [])).trim();
    const output = await run(python, [join(examples, name), ...(await argsOf()).map(String)]);
    const refusal = /^Error.*|.*'result': 'error'.*/m.exec(output)?.[0];
    compatibility.note(name, { result: refusal === undefined ? 'success' : 'error', msg: refusal ?? '' });
    expect(refusal).toBeUndefined();
  });

  it('export the history of a channel to a file', () => {
    if (python === undefined) return;
    expect(JSON.parse(readFileSync(join(directory, 'history.json'), 'utf8'))).toMatchObject([{ content: 'Something is rotten' }]);
  });

  it('had the results in docs/clients.md', () => {
    if (python !== undefined) compatibility.expectPageIsCurrent();
  });
});

async function aMessage(content = 'For an example'): Promise<number> {
  return (await administrator.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'castle', content })).id;
}

function upload(): string {
  const path = join(directory, 'castle.txt');
  writeFileSync(path, 'A castle\n');
  return path;
}

/** The output of a program that runs as the administrator. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { email, api_key } = world.administrator;
  const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key };
  const { exitCode, output, errors } = await runScript(program, args, { environment });
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return output;
}
