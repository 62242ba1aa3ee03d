import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { closeConnections } from '../../client/http.js';
import { World } from '../../client/world.js';
import { answerOfBot } from '../answer-of-bot.js';
import { PackedClient } from '../packed-client.js';
import { fileAt, runScript } from '../run-script.js';

const DENO = '2.9.6';
const INSTALL_MS = 600_000;

const world = new World();
let packed: PackedClient;
let deno: string;
beforeAll(async () => {
  packed = await PackedClient.install();
  deno = await installedDeno();
}, INSTALL_MS);
afterAll(() => {
  packed?.remove();
  closeConnections();
});

it('Deno runs the bot of the README of libs/client', async () => {
  packed.file('package.json', '{ "type": "module", "dependencies": { "@parley/client": "*" } }');
  const permissions = ['--allow-net', '--allow-env', '--node-modules-dir=manual'];
  const answer = await answerOfBot(world, 'deno', [deno, 'run', ...permissions, packed.bot()], packed.directory);
  expect(answer).toBe(`${world.colleague.full_name}, this is Parley.`);
});

/** Its program is a package of npm for each platform. */
async function installedDeno(): Promise<string> {
  const folder = fileAt(`.parley/deno-${DENO}`);
  const program = join(folder, 'node_modules/.bin/deno');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--foreground-scripts', '--allow-scripts=deno'];
  const { exitCode, errors } = await runScript('npm', ['install', '--prefix', folder, ...options, `deno@${DENO}`], {
    deadlineMs: INSTALL_MS,
  });
  if (exitCode !== 0) throw new Error(errors);
  return program;
}
