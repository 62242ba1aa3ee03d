import { connect } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { renderMessage } from '@parley/contracts/messaging';
import { getMe } from '@parley/contracts/organization';
import { ENDPOINTS } from '@parley/contracts/registry';
import { Parser } from 'htmlparser2';
import { HOSTILE_TEXTS } from '../client/hostile-texts.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { AttackTable, tries } from './attacks.js';

/** Requests and texts that try to break something. Each is answered, and the next request works. */
const world = new World();
const table = new AttackTable();
const me = world.as(world.third);
afterAll(() => {
  table.print();
  closeConnections();
});

const EVENT_HANDLER = /^on/i;
const SCRIPT_ADDRESS = /^\s*(javascript|vbscript|data):/i;

/** Parts that a browser would execute, or show on top of the page. */
function dangersIn(html: string): string[] {
  const dangers: string[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (['script', 'iframe', 'object', 'embed', 'form', 'style', 'link', 'meta', 'base'].includes(tag)) dangers.push(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (EVENT_HANDLER.test(name) || (['href', 'src', 'xlink:href'].includes(name) && SCRIPT_ADDRESS.test(value)))
          dangers.push(`${tag} ${name}=${value}`);
        if (name === 'style' && /position\s*:\s*(fixed|absolute)|[:-]\s*\d{4,}/.test(value)) dangers.push(`${tag} style=${value}`);
      }
    },
  });
  parser.end(html);
  return dangers;
}

describe('a hostile text', () => {
  it.each(HOSTILE_TEXTS)('%s executes nothing in a browser', async (content) => {
    const { rendered } = await me.ok(renderMessage, { content });
    const dangers = dangersIn(rendered);
    table.note('texts with scripts', dangers.length === 0);
    expect(dangers).toEqual([]);
  });
});

describe('a deeply nested parameter', () => {
  it('is refused by every endpoint that accepts JSON', async () => {
    const deep = '['.repeat(tries(5_000, 100_000)) + ']'.repeat(tries(5_000, 100_000));
    for (const { method, path, params } of ENDPOINTS.filter(({ auth }) => auth !== 'none')) {
      const name = Object.keys(params).find((param) => params[param]?.encoding === 'json' && !path.includes(`{${param}}`));
      if (name === undefined || method === 'GET') continue;
      const { status, body } = await me.request<Record<string, unknown>>(method, `/api/v1${path.replace(/\{[^}]+\}/g, '1')}`, {
        [name]: deep,
      });
      table.note('JSON of many levels', status >= 400 && status < 500);
      expect([path, status >= 400 && status < 500, body.result]).toEqual([path, true, 'error']);
    }
  });
});

describe('a malformed HTTP request', () => {
  const { hostname, port, host } = new URL(world.baseUrl);
  /** Writes bytes to a new connection. Returns the status, or 0 if the connection was closed without an answer. */
  const statusOf = (bytes: string) =>
    new Promise<number>((resolve) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.end(bytes));
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)));
    });
  const login = 'Authorization: Basic eDp5';

  it.each<[string, string]>([
    ['two Host headers', `GET /api/v1/users/me HTTP/1.1\r\nHost: ${host}\r\nHost: other.example\r\nConnection: close\r\n\r\n`],
    ['two Authorization headers', `GET /api/v1/users/me HTTP/1.1\r\nHost: ${host}\r\n${login}\r\n${login}\r\nConnection: close\r\n\r\n`],
    ['no Host header', 'GET /api/v1/users/me HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['headers of 100 KB', `GET /api/v1/users/me HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${'x'.repeat(100_000)}\r\nConnection: close\r\n\r\n`],
    ['a method that does not exist', `BREW /api/v1/users/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`],
    ['a path with control characters', `GET /api/v1/users/me\x01\x02 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`],
    [
      'Content-Length and Transfer-Encoding',
      `POST /api/v1/messages HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['an invalid chunk', `POST /api/v1/messages HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n`],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('with %s is refused or closed, and the next request works', async (_, bytes) => {
    const status = await statusOf(bytes);
    const held = status === 0 || (status >= 400 && status < 500);
    table.note('improper HTTP', held);
    expect([status, held]).toEqual([status, true]);
    expect((await me.ok(getMe, {})).user_id).toBe(world.third.user_id);
  });
});

it('all attacks were repelled', () => {
  expect(table.fallen()).toEqual([]);
});
