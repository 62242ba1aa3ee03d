import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeConnections } from '../../client/http.js';
import { World } from '../../client/world.js';
import { answerOfBot } from '../answer-of-bot.js';
import { PackedClient } from '../packed-client.js';

const PACK_MS = 600_000;
const deno = process.env.PARLEY_TEST_DENO ?? '';

if (deno === '') it('no bot runs in Deno, because there is none', () => expect(deno).toBe(''));
else describe('Deno', testDeno);

function testDeno(): void {
  const world = new World();
  let packed: PackedClient;
  beforeAll(async () => {
    packed = await PackedClient.install();
  }, PACK_MS);
  afterAll(() => {
    packed?.remove();
    closeConnections();
  });

  it('runs the bot of the README of libs/client', async () => {
    packed.file('package.json', '{ "type": "module", "dependencies": { "@parley/client": "*" } }');
    const permissions = ['--allow-net', '--allow-env', '--node-modules-dir=manual'];
    const answer = await answerOfBot(world, 'deno', [deno, 'run', ...permissions, packed.bot()], packed.directory);
    expect(answer).toBe(`${world.colleague.full_name}, this is Parley.`);
  });
}
