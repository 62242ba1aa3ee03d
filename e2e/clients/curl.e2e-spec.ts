import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../../tools/src/scratch-folders.js';
import { World } from '../client/world.js';
import { Compatibility } from './compatibility.js';
import { blocksOf, runScript } from './run-script.js';

const flows = blocksOf('README.md', 'sh').filter((block) => block.includes('curl -'));
/** Writes every answer to a separate file, in addition to what the flow does with it. */
const RECORDING = 'curl() { command curl "$@" | tee "$(mktemp "$ANSWERS/XXXXXX")"; }\n';

const folders = new ScratchFolders();
let directory: string;
const world = new World();
const compatibility = new Compatibility('curl', 'curl');
beforeAll(() => {
  directory = folders.make('curl');
  mkdirSync(join(directory, '.parley'));
  copyFileSync(process.env.PARLEY_DEMO_JSON ?? '', join(directory, '.parley/demo.json'));
});
afterAll(() => folders.remove());

/** What a reader has run before: the first lines, which define names. */
const [names = ''] = (flows[0] ?? '').split('\n\n');

describe('the curl flows of README', () => {
  it('exist', () => expect(flows.length).toBeGreaterThanOrEqual(3));

  it.each(flows.map((flow, index) => [index + 1, flow] as const))('flow %i runs as printed', async (number, flow) => {
    const answers = join(directory, `answers-${number}`);
    mkdirSync(answers);
    const script = `set -e\n${RECORDING}${flow.startsWith(names) ? '' : `${names}\n`}${flow}`;
    const run = await runScript('bash', ['-c', script.replaceAll('http://127.0.0.1:9991', world.baseUrl)], {
      directory,
      environment: { ANSWERS: answers },
    });
    expect({ exitCode: run.exitCode, errors: run.errors }).toEqual({ exitCode: 0, errors: '' });
    const responses = readdirSync(answers).map((name) => JSON.parse(readFileSync(join(answers, name), 'utf8')));
    expect(responses.filter(({ result }) => result !== 'success')).toEqual([]);
    expect(responses).toHaveLength(flow.match(/\bcurl -/g)?.length ?? 0);
    for (const line of flow.split('\n').filter((text) => text.includes('curl -'))) compatibility.note(callIn(line), responses[0]);
  });

  it('had the results in docs/clients.md', () => compatibility.expectPageIsCurrent());
});

/** `POST /messages` */
function callIn(line: string): string {
  const path = /\$api(\/[^"? ]*)/.exec(line)?.[1] ?? '';
  const method = /-X (\w+)/.exec(line)?.[1] ?? (/ -G /.test(line) || !/ -d | --data-urlencode /.test(line) ? 'GET' : 'POST');
  return `${method} ${path.replace(/\$(\w+)/g, '{$1}')}`;
}
