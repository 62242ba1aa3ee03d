import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeConnections, http } from '../client/http.js';
import { World } from '../client/world.js';
import { blocksOf, fileAt, runScript } from './run-script.js';

const world = new World();
const TYPED = [
  // The client is not part of the project around it.
  '--ignoreConfig',
  '--strict',
  '--skipLibCheck',
  '--noUncheckedIndexedAccess',
  '--target',
  'es2023',
  '--module',
  'nodenext',
  '--lib',
  'es2023,dom',
  '--types',
  'node',
];

let directory: string;
beforeAll(() => {
  // Inside the repository, so that TypeScript finds the types of Node.
  mkdirSync(fileAt('.parley/generated'), { recursive: true });
  directory = mkdtempSync(fileAt('.parley/generated/run-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

/** Runs a program that must succeed, and returns its output. */
async function run(...args: readonly string[]): Promise<string> {
  const { email, api_key } = world.member;
  const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key };
  const { exitCode, output, errors } = await runScript(process.execPath, args, { directory, environment });
  expect({ exitCode, errors, ...(exitCode === 0 ? {} : { output }) }).toEqual({ exitCode: 0, errors: '' });
  return output;
}

describe('a TypeScript client that is generated from the OpenAPI document', () => {
  it('is generated, type-checks, and runs the tour of docs/clients.md', async () => {
    const { text } = await http({ method: 'GET', url: `${world.baseUrl}/api/v1/openapi.json` });
    writeFileSync(join(directory, 'openapi.json'), text);
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
    writeFileSync(join(directory, 'tour.ts'), blocksOf('docs/clients.md', 'ts').join('\n'));
    await run(fileAt('e2e/clients/generate-client.mjs'), 'openapi.json', 'client');
    await run(fileAt('node_modules/typescript/bin/tsc'), ...TYPED, 'tour.ts');
    expect((await run('tour.js')).trim().split('\n')).toEqual([
      'true true Hello, **Parley**',
      '<p>Hello, <strong><span class="highlight">Parley</span></strong></p>',
      'BAD_EVENT_QUEUE_ID',
    ]);
  });
});
