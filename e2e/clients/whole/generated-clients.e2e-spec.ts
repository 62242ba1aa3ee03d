import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '@parley/contracts/registry';
import { closeConnections, http } from '../../client/http.js';
import { World } from '../../client/world.js';
import { GO_DEADLINE_MS, GO_ENVIRONMENT, GO_RUNTIME, goGenerator } from '../go-generator.js';
import { commandBeside, pythonWith } from '../python-client.js';
import { fileAt, runScript, type ScriptOptions } from '../run-script.js';

const world = new World();
let directory: string;
let document: Record<string, unknown>;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  mkdirSync(fileAt('.parley/generated'), { recursive: true });
  directory = mkdtempSync(fileAt('.parley/generated/run-'));
  const { text } = await http({ method: 'GET', url: `${world.baseUrl}/api/v1/openapi.json` });
  document = JSON.parse(text);
  const { name } = await world.channel([world.member]);
  const { email, api_key } = world.member;
  environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: email, ZULIP_API_KEY: api_key, CHANNEL: name };
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
  closeConnections();
});

/** Runs a program that must succeed, and returns the lines of its output. */
async function run(program: string, args: readonly string[], options: ScriptOptions = {}): Promise<string[]> {
  const { exitCode, output, errors } = await runScript(program, args, { directory, environment, deadlineMs: GO_DEADLINE_MS, ...options });
  expect({ program, exitCode, ...(exitCode === 0 ? {} : { output, errors }) }).toEqual({ program, exitCode: 0 });
  return output.trim().split('\n');
}

/** How many operations the document has, and how many statuses with JSON all of them together. */
function described(): { operations: number; statuses: number } {
  const operations = Object.values(Object(document.paths)).flatMap((path) => Object.values(Object(path)));
  const responses = operations.flatMap((operation) => Object.values(Object(Reflect.get(Object(operation), 'responses'))));
  const withJson = responses.filter((response) => Reflect.has(Object(Reflect.get(Object(response), 'content')), 'application/json'));
  return { operations: operations.length, statuses: withJson.length };
}

/** The Python generator omits an import if a body is described both as a form and as JSON, so it gets the JSON only. */
function withoutForms(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) => {
    if (typeof each !== 'object' || each === null || !('application/json' in each)) return each;
    return { 'application/json': each['application/json'] };
  });
}

describe('a client that is generated from the OpenAPI document', () => {
  it(
    'in Python: is generated completely, type-checks, sends all defaults and reads errors by their types',
    async () => {
      const python = await pythonWith('generator');
      if (python === undefined) return;
      writeFileSync(join(directory, 'json-only.json'), JSON.stringify(withoutForms(document)));
      writeFileSync(join(directory, 'config.yaml'), 'post_hooks: []\n');
      const options = ['--path', 'json-only.json', '--output-path', 'parley_client', '--meta', 'none', '--config', 'config.yaml'];
      await run(commandBeside(python, 'openapi-python-client'), ['generate', ...options, '--fail-on-warning']);
      const made = await run('grep', ['-rlE', '^def sync_detailed\\(', 'parley_client/api']);
      expect(made).toHaveLength(described().operations);
      await run(commandBeside(python, 'mypy'), ['parley_client']);
      cpSync(fileAt('e2e/clients/python/generated.py'), join(directory, 'tour.py'));
      const content = '<p>Hello, <strong>Python</strong></p>';
      expect(await run(python, ['tour.py'])).toEqual([`True ${content}`, 'Hello, **Python**', '400 BAD_EVENT_QUEUE_ID']);
    },
    GO_DEADLINE_MS,
  );

  it(
    'in Go: has each operation, compiles, and reads errors by their codes',
    async () => {
      const generator = await goGenerator();
      if (generator === undefined) return;
      const go = { environment: { ...environment, ...GO_ENVIRONMENT } };
      mkdirSync(join(directory, 'go/client'), { recursive: true });
      writeFileSync(join(directory, 'openapi.json'), JSON.stringify(document));
      writeFileSync(join(directory, 'go/go.mod'), `module parley\n\ngo 1.24\n\nrequire ${GO_RUNTIME}\n`);
      cpSync(fileAt('e2e/clients/go/tour.go'), join(directory, 'go/main.go'));
      const options = ['-generate', 'types,client', '-package', 'client', '-o', 'go/client/client.go'];
      await run(generator, [...options, 'openapi.json'], go);
      // A type for each operation, with a field for each status that it can answer.
      const { operations, statuses } = described();
      expect(operations).toBeGreaterThanOrEqual(ENDPOINTS.filter(({ demoOnly }) => demoOnly !== true).length);
      expect(await run('grep', ['-cE', '^func Parse[A-Za-z]+Response\\(', 'go/client/client.go'])).toEqual([String(operations)]);
      expect(await run('grep', ['-cE', '^\tJSON[0-9]+ ', 'go/client/client.go'])).toEqual([String(statuses)]);
      await run('go', ['build', '-o', 'tour', '.'], { ...go, directory: join(directory, 'go') });
      expect(await run(join(directory, 'go/tour'), [], go)).toEqual(['true Hello, **Go**', '400 BAD_EVENT_QUEUE_ID']);
    },
    GO_DEADLINE_MS,
  );
});
