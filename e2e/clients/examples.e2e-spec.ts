import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALL_EXAMPLES, openApiDocument } from '@parley/api-docs';
import { CLIENT_EVENTS } from '@parley/client-events';
import { ENDPOINTS } from '@parley/contracts/registry';
import { z } from 'zod';
import { ScratchFolders } from '../../tools/src/scratch-folders.js';
import { World } from '../client/world.js';
import { runScript } from './run-script.js';

const world = new World();
const document = z
  .object({
    info: z.object({ description: z.string() }),
    paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), description: z.string() }))),
  })
  .parse(openApiDocument({ endpoints: ENDPOINTS, clientEvents: CLIENT_EVENTS, baseUrl: world.baseUrl }));
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const runnable = operations.filter(({ operationId }) => CALL_EXAMPLES[operationId]?.unable === undefined);

const me = `${world.owner.email}:${world.owner.api_key}`;
const folders = new ScratchFolders();
let directory: string;
/** What the setup lines of the page define in a shell. */
let definitions: string;
beforeAll(async () => {
  directory = folders.make('examples');
  mkdirSync(join(directory, '.parley'));
  copyFileSync(process.env.PARLEY_DEMO_JSON ?? '', join(directory, '.parley/demo.json'));
  // The reader replaces the address and the key.
  definitions = await shell(`${shellIn(document.info.description).replace(/^me=.*$/m, `me='${me}'`)}declare -p api me\ndeclare -f field\n`);
});
afterAll(() => folders.remove());

describe('the examples of /api/docs', () => {
  it.each(runnable.map(({ operationId, description }) => [operationId, description] as const))('%s works as printed', async (_, text) => {
    expect(JSON.parse(await shell(definitions + shellIn(text)))).toMatchObject({ result: 'success', msg: '' });
  });

  it('give a reason if they cannot be run', () => {
    const others = operations.filter((operation) => !runnable.includes(operation));
    expect(others.map(({ description }) => description)).toEqual(
      others.map(() => expect.stringContaining('This example cannot be run unchanged.')),
    );
  });
});

/** The output of a script that must succeed. */
async function shell(script: string): Promise<string> {
  const { exitCode, output, errors } = await runScript('bash', ['-c', `set -e\n${script}`], { directory });
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  return output;
}

/** The first shell block of a description. */
function shellIn(description: string): string {
  return /^```sh\n(.*?)^```$/ms.exec(description)?.[1] ?? '';
}
