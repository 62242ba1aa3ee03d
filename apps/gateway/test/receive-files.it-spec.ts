import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { uploadedFile } from '@parley/contracts';
import type { RunningGateway } from '../src/start-gateway.js';
import { askOf } from './ask.js';
import { TEST_ENDPOINTS } from './test-endpoints.js';
import { AS_ANNA, TestInstallation } from './test-installation.js';
import { CredentialsModule, EchoModule } from './test-services.js';

const MEBIBYTE = 1024 * 1024;
const PATH = '/api/v1/files';

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  gateway = await installation.gateway(TEST_ENDPOINTS);
});
afterAll(() => installation.close());

const post = (body: FormData | URLSearchParams | string, headers: Record<string, string> = AS_ANNA) =>
  askOf(gateway, PATH, { method: 'POST', body }, headers);

function form(...files: [content: string | Buffer<ArrayBuffer>, name: string][]): FormData {
  const made = new FormData();
  for (const [content, name] of files) made.append('picture', new Blob([content]), name);
  return made;
}

/** Files that wait in the storage or are being written to it. */
async function waiting(): Promise<string[]> {
  const directory = installation.files.env.STORAGE_DIRECTORY ?? '';
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Checks that a refused upload left nothing when its answer arrives. */
async function expectNothingNew(before: readonly string[]): Promise<void> {
  expect(await waiting()).toEqual(before);
}

it('a file is in the storage when the service is called, with the other fields of its form', async () => {
  const sent = form(['hällo', 'kätze 1.png']);
  sent.append('note', 'ein Bild');
  sent.append('other', 'x');
  const { status, body } = await post(sent);
  expect([status, body]).toMatchObject([200, { got: { note: 'ein Bild' }, ignored_parameters_unsupported: ['other'] }]);
  const { file } = Object(body.got);
  expect(uploadedFile.parse(file)).toMatchObject({ name: 'kätze 1.png', size: 6 });
  const stored = await installation.files.storage.read(file.key);
  expect(stored && (await text(stored))).toBe('hällo');
});

it('received and refused files are counted, and so are their bytes', async () => {
  const readings = async () => {
    const [uploads, bytes] = ['parley_uploads_total', 'parley_upload_bytes_total'].map((name) =>
      gateway.runtime.metrics.registry.getSingleMetric(name)?.get(),
    );
    const outcomes = new Map((await uploads)?.values.map(({ labels, value }) => [labels.outcome, value]));
    return [outcomes.get('stored') ?? 0, outcomes.get('BAD_REQUEST') ?? 0, (await bytes)?.values[0]?.value ?? 0];
  };
  const [stored = 0, refused = 0, bytes = 0] = await readings();
  await post(form(['12345', 'a.txt']));
  await post(form(['1', 'a.txt'], ['2', 'b.txt']));
  expect(await readings()).toEqual([stored + 1, refused + 1, bytes + 5]);
});

it('a file may be exactly as large as the limit', async () => {
  expect(await post(form([Buffer.alloc(MEBIBYTE), 'a.bin']))).toMatchObject({ status: 200, body: { got: { file: { size: MEBIBYTE } } } });
});

it.each<[string, () => FormData | URLSearchParams, string]>([
  ['no file', () => form(), 'You must specify a file to upload'],
  ['not a multipart form', () => new URLSearchParams({ note: 'x' }), 'You must specify a file to upload'],
  ['two files', () => form(['a', 'a.txt'], ['b', 'b.txt']), 'You may only upload one file at a time'],
  ['three files', () => form(['a', 'a.txt'], ['b', 'b.txt'], ['c', 'c.txt']), 'You may only upload one file at a time'],
  ['one byte too many', () => form([Buffer.alloc(MEBIBYTE + 1), 'a.bin']), 'File is larger than the allowed limit of 1 MiB'],
  ['far too many bytes', () => form([Buffer.alloc(20 * MEBIBYTE), 'a.bin']), 'File is larger than the allowed limit of 1 MiB'],
])('%s: refused, and nothing is kept', async (_, body, msg) => {
  const before = await waiting();
  expect(await post(body())).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg } });
  await expectNothingNew(before);
});

it('a file that may be absent is taken from a multipart form; other forms and JSON need none', async () => {
  const before = await waiting();
  const to = (body: FormData | URLSearchParams | string, headers = AS_ANNA) =>
    askOf(gateway, `${PATH}/optional`, { method: 'POST', body }, headers);
  const json = { ...AS_ANNA, 'content-type': 'application/json' };
  const withoutFile = form();
  withoutFile.append('note', 'x');
  for (const answer of [await to(new URLSearchParams({ note: 'x' })), await to('{"note":"x"}', json), await to(withoutFile)]) {
    expect(answer).toMatchObject({ status: 200, body: { got: { note: 'x' } } });
    expect(answer.body.got).not.toHaveProperty('file');
  }
  expect(await to(form(['a', 'a.txt'], ['b', 'b.txt']))).toMatchObject({
    status: 400,
    body: { msg: 'You may only upload one file at a time' },
  });
  await expectNothingNew(before);
  expect(await to(form(['a', 'a.txt']))).toMatchObject({ status: 200, body: { got: { file: { name: 'a.txt', size: 1 } } } });
});

it('a truncated or malformed form is refused, and nothing is kept', async () => {
  const before = await waiting();
  const type = { ...AS_ANNA, 'content-type': 'multipart/form-data; boundary=x' };
  const cut = '--x\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhalf a f';
  for (const body of [cut, 'no form']) expect(await post(body, type)).toMatchObject({ status: 400 });
  const noBoundary = { ...AS_ANNA, 'content-type': 'multipart/form-data' };
  expect(await post(cut, noBoundary)).toMatchObject({ status: 400, body: { msg: 'Malformed multipart form' } });
  await expectNothingNew(before);
});

it('a file that the service refuses is not kept', async () => {
  const before = await waiting();
  const sent = form(['x', 'a.txt']);
  sent.append('note', 'refuse');
  expect(await post(sent)).toMatchObject({ status: 400, body: { msg: 'The upload would exceed your own upload quota.' } });
  await expectNothingNew(before);
});

it('requests without credentials are refused before anything is kept', async () => {
  const before = await waiting();
  expect((await post(form(['x', 'a.txt']), {})).status).toBe(401);
  await expectNothingNew(before);
});

it('a client that disconnects halfway leaves nothing; meanwhile uploads above the maximum get 503', async () => {
  const small = await installation.gateway(TEST_ENDPOINTS, { MAX_UPLOADS: '1' });
  const before = await waiting();
  const client = httpRequest(small.url + PATH, {
    method: 'POST',
    headers: { ...AS_ANNA, 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
  });
  client.on('error', () => undefined);
  client.write('--x\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\n');
  client.write('x'.repeat(100_000));
  await until(async () => (await waiting()).length === before.length + 1);
  const other = await askOf(small, PATH, { method: 'POST', body: form(['x', 'a.txt']) });
  expect(other).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
  client.destroy();
  await until(async () => (await waiting()).length === before.length);
  expect(await askOf(small, PATH, { method: 'POST', body: form(['x', 'a.txt']) })).toMatchObject({ status: 200 });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await delay(20);
  }
}
