import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunningGateway } from '../src/start-gateway.js';
import { TEST_ENDPOINTS } from './test-endpoints.js';
import { AS_ANNA, TestInstallation } from './test-installation.js';
import { CredentialsModule, EchoModule } from './test-services.js';

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  gateway = await installation.gateway(TEST_ENDPOINTS);
});
afterAll(() => installation.close());

/** Sends these lines and returns the answer of the connection. */
async function sendLines(
  ...lines: readonly string[]
): Promise<{ status: number; type: string | undefined; body: Record<string, unknown> }> {
  const answer = await sendLinesRaw(...lines);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [, type] = /^content-type: (.*)$/im.exec(head) ?? [];
  return { status: Number(head.split(' ')[1]), type, body: JSON.parse(rest.join('\r\n\r\n')) };
}
const refused = (status: number, msg: string) => ({
  status,
  type: expect.stringContaining('application/json'),
  body: { result: 'error', code: 'BAD_REQUEST', msg },
});
const OPEN = 'GET /api/v1/open HTTP/1.1';
const CLOSE = 'Connection: close';
const auth = (value: string) => `Authorization: ${value}`;

describe('the head of a request', () => {
  it.each([
    ['has two Host headers', [OPEN, 'Host: a.example', 'host: b.example', CLOSE], 400, 'The request has more than one Host header'],
    [
      'has the same Host header twice',
      [OPEN, 'Host: a.example', 'Host: a.example', CLOSE],
      400,
      'The request has more than one Host header',
    ],
    [
      'has two Authorization headers',
      [OPEN, 'Host: a.example', auth(AS_ANNA.authorization), auth('Basic x'), CLOSE],
      400,
      'The request has more than one Authorization header',
    ],
    ['has no Host header', [OPEN, CLOSE], 400, 'The request has no Host header'],
    [
      'has an expectation',
      [OPEN, 'Host: a.example', 'Expect: miracles', CLOSE],
      417,
      'The server supports no Expect value other than 100-continue',
    ],
    [
      'is larger than 64 KiB',
      [OPEN, 'Host: a.example', `X-Long: ${'x'.repeat(70_000)}`, CLOSE],
      431,
      'The headers of the request are too large',
    ],
    ['is not HTTP', ['hello'], 400, 'Malformed request'],
    ['has a length that is none', [OPEN, 'Host: a.example', 'Content-Length: many'], 400, 'Malformed request'],
  ])('that %s is refused, with the JSON body of an error', async (_, lines, status, msg) => {
    expect(await sendLines(...lines)).toEqual(refused(status, msg));
  });

  it.each(['/', '/user_uploads/1/none/none.png', '/join/x', '/nowhere'])('with two Host headers is refused at %s too', async (path) => {
    expect((await sendLinesRaw(`GET ${path} HTTP/1.1`, 'Host: a.example', 'Host: b.example', CLOSE)).split(' ')[1]).toBe('400');
  });

  it('may have no Host header in HTTP/1.0', async () => {
    expect(await sendLines('GET /api/v1/open HTTP/1.0')).toMatchObject({ status: 200, body: { caller: { host: '' } } });
  });

  it('may name the host in its first line, which overrides the Host header', async () => {
    const { status, body } = await sendLines('GET http://named.example/api/v1/open HTTP/1.1', 'Host: other.example', CLOSE);
    expect([status, body.caller]).toEqual([200, expect.objectContaining({ host: 'named.example' })]);
  });
});

async function sendLinesRaw(...lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return textOf(socket);
}

it('says how long a connection may be used again', async () => {
  const { headers } = await fetch(`${gateway.url}/api/v1/open`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});

describe('deeply nested JSON', () => {
  const path = '/api/v1/tests/7/params';
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const post = async (type: string, body: string) => {
    const answer = await fetch(gateway.url + path, { method: 'POST', headers: { ...AS_ANNA, 'content-type': type }, body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const tooDeep = { status: 400, body: { result: 'error', code: 'BAD_REQUEST', msg: 'list is nested too deeply' } };

  it.each([33, 20_000, 500_000])('is refused in a form, naming the parameter: %i levels', async (levels) => {
    expect(await post('application/x-www-form-urlencoded', `list=${nested(levels)}`)).toEqual(tooDeep);
  });

  it.each([33, 20_000, 500_000])('is refused in a JSON body: %i levels', async (levels) => {
    expect(await post('application/json', `{"list":${nested(levels)}}`)).toEqual(tooDeep);
  });

  it('does no harm if the endpoint does not know the parameter', async () => {
    expect((await post('application/json', `{"unknown":${nested(20_000)},"client":${nested(20_000)}}`)).status).toBe(200);
  });

  it('is checked by its type if it is less deep', async () => {
    expect((await post('application/x-www-form-urlencoded', `list=${nested(32)}`)).body.msg).toBe('list[0] is not a string');
  });
});

describe('X-Forwarded-For', () => {
  const addressSeen = async (env: Record<string, string>, forwarded: string) => {
    const behind = await installation.gateway(TEST_ENDPOINTS, { RATE_LIMIT_ADDRESS: '1000/60', ...env });
    const seen: unknown[] = [];
    jest.spyOn(behind.runtime.logger, 'info').mockImplementation(((line: { address?: string }, msg: string) => {
      if (msg === 'failed login') seen.push(line.address);
    }) as never);
    const authorization = `Basic ${Buffer.from(`anna@example.com:${'w'.repeat(32)}`).toString('base64')}`;
    await fetch(`${behind.url}/api/v1/half-open`, { headers: { authorization, 'x-forwarded-for': forwarded } });
    return seen;
  };

  it.each([
    ['is ignored unless a proxy is configured', {}, '203.0.113.1', '127.0.0.1'],
    ['is ignored from an address that is not configured', { TRUSTED_PROXIES: '192.0.2.1' }, '203.0.113.1', '127.0.0.1'],
    ['is trusted from the configured proxy', { TRUSTED_PROXIES: '127.0.0.1' }, '203.0.113.1', '203.0.113.1'],
    [
      'is trusted for as many proxies as are configured, and no further',
      { TRUSTED_PROXIES: '1' },
      '198.51.100.66, 203.0.113.1',
      '203.0.113.1',
    ],
    ['from two proxies contains the client before them', { TRUSTED_PROXIES: '2' }, '198.51.100.66, 203.0.113.1, 10.0.0.7', '203.0.113.1'],
  ])('%s', async (_, env, forwarded, expected) => {
    expect(await addressSeen(env, forwarded)).toEqual([expected]);
  });
});
