import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { gatewayConfig } from '../../gateway/src/config.js';
import { type RunningGateway, startGateway } from '../../gateway/src/start-gateway.js';
import { OperatedSuite } from './operated-suite.js';

const EMAIL = 'ann@acme.example';

let suite: OperatedSuite;
let gateway: RunningGateway;
let apiKey: string;
let folder: string;

beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'messaging', 'channels', 'settings', 'invitations', 'notifications', 'event-queue');
  const environment = { ...suite.environment, INSTANCE: 'gateway-imports', LOG_LEVEL: 'silent', PORT: '0' };
  gateway = await startGateway(loadConfig(gatewayConfig, environment));
  folder = await mkdtemp(join(tmpdir(), 'parley-import-'));
  await done('create-organization', 'acme', 'Acme Corporation');
  apiKey = JSON.parse(await done('create-user', 'acme', EMAIL, 'Ann', '--role', 'owner', '--json')).api_key;
}, 90_000);
afterAll(async () => {
  await gateway?.stop();
  await suite?.close();
  await rm(folder, { recursive: true });
});

async function done(...argv: string[]): Promise<string> {
  const outcome = await suite.run(...argv);
  expect([argv[0], outcome.exitCode, outcome.exitCode === 0 ? '' : outcome.error]).toEqual([argv[0], 0, '']);
  return outcome.out;
}

async function ask(method: string, path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const form = new URLSearchParams(fields);
  const response = await fetch(`${gateway.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${EMAIL}:${apiKey}`)}` },
    ...(method === 'GET' ? {} : { body: form }),
  });
  return (await response.json()) as Record<string, unknown>;
}

async function upload(content: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'note.txt');
  const headers = { authorization: `Basic ${btoa(`${EMAIL}:${apiKey}`)}` };
  const response = await fetch(`${gateway.url}/api/v1/user_uploads`, { method: 'POST', body: form, headers });
  return ((await response.json()) as { url: string }).url;
}

async function download(url: string): Promise<string> {
  const { url: link } = (await ask('GET', url, {})) as { url: string };
  return (await fetch(`${gateway.url}${link}`)).text();
}

const send = (content: string) => ask('POST', '/messages', { type: 'channel', to: 'tour', topic: 'hello', content });

it('clients of an imported organization go on with their API keys, ids and uploads, and register again', async () => {
  await ask('POST', '/users/me/subscriptions', { subscriptions: '[{"name":"tour"}]' });
  const url = await upload('kept');
  const { id: first } = await send(`see [note.txt](${url})`);
  const former = await ask('POST', '/register', { event_types: '["message"]' });

  await done('export-organization', 'acme', '--to', join(folder, 'acme'));
  await done('deactivate-organization', 'acme');
  await suite.stores.database.client
    .$executeRaw`UPDATE organization SET deactivated_at = now() - interval '1 hour' WHERE string_id = 'acme'`;
  await done('purge-organization', 'acme', '--yes');
  expect(await done('import-organization', '--from', join(folder, 'acme'))).toContain('API keys are as before.');

  expect(await ask('GET', '/users/me', {})).toMatchObject({ result: 'success', delivery_email: EMAIL });
  const position = { queue_id: String(former.queue_id), last_event_id: '-1' };
  expect(await ask('GET', '/events', position)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  const queue = await ask('POST', '/register', { event_types: '["message"]', apply_markdown: 'true' });
  const { id: second } = await send('after');
  expect(Number(second)).toBeGreaterThan(Number(first));
  const polled = await ask('GET', '/events', { queue_id: String(queue.queue_id), last_event_id: String(queue.last_event_id) });
  expect(polled).toMatchObject({ events: [{ type: 'message', message: { id: second, content: '<p>after</p>' } }] });
  const { messages } = (await ask('GET', '/messages', { anchor: 'newest', num_before: '10', num_after: '0' })) as {
    messages: { id: number }[];
  };
  expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]));
  expect(await download(url)).toBe('kept');
  expect(await done('verify-backup')).toContain('Database, files and key secret belong together.');
  expect(await done('verify-log', 'acme')).toEqual(expect.any(String));
}, 60_000);
