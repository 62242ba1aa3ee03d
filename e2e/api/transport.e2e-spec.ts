import { afterAll, describe, expect, it } from '@jest/globals';
import { closeConnections, http } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const authorization = `Basic ${Buffer.from(`${world.member.email}:${world.member.api_key}`).toString('base64')}`;
afterAll(() => closeConnections());

async function send(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const answer = await http({
    method,
    url: `${world.baseUrl}${path}`,
    headers: { ...length, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { ...answer, json: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

describe('a path', () => {
  it('that does not exist is 404 with a JSON body', async () => {
    const { status, json } = await send('GET', '/api/v1/no/such/path', { authorization });
    expect([status, json]).toEqual([404, { result: 'error', msg: 'Not found', code: 'BAD_REQUEST' }]);
  });

  it('with an unsupported method is 405 and lists the supported methods', async () => {
    const { status, json, headers } = await send('PUT', '/api/v1/messages', { authorization });
    expect([status, json.msg, json.allowed_methods]).toEqual([405, 'Method Not Allowed', ['GET', 'POST']]);
    expect(String(headers.allow).split(/,\s*/)).toEqual(expect.arrayContaining(['GET', 'POST']));
  });
});

describe('credentials', () => {
  it.each([
    ['no header', {}, 'UNAUTHORIZED'],
    ['another scheme', { authorization: 'Bearer abc' }, 'UNAUTHORIZED'],
    ['a Basic header without credentials', { authorization: 'Basic' }, 'UNAUTHORIZED'],
    ['a malformed key', { authorization: `Basic ${Buffer.from(`${world.member.email}:short`).toString('base64')}` }, 'INVALID_API_KEY'],
    [
      'an unknown key',
      { authorization: `Basic ${Buffer.from(`${world.member.email}:${'x'.repeat(32)}`).toString('base64')}` },
      'INVALID_API_KEY',
    ],
    [
      'the key of another user',
      { authorization: `Basic ${Buffer.from(`${world.member.email}:${world.owner.api_key}`).toString('base64')}` },
      'INVALID_API_KEY',
    ],
  ])('with %s are refused with 401', async (_, headers, code) => {
    const { status, json, headers: answered } = await send('GET', '/api/v1/users/me', headers);
    expect([status, json.result, json.code]).toEqual([401, 'error', code]);
    if (code === 'UNAUTHORIZED') expect(answered['www-authenticate']).toBe('Basic realm="zulip"');
  });

  it('may contain the user name in any case', async () => {
    const shouted = `Basic ${Buffer.from(`${world.member.email.toUpperCase()}:${world.member.api_key}`).toString('base64')}`;
    expect((await send('GET', '/api/v1/users/me', { authorization: shouted })).status).toBe(200);
  });
});

describe('parameters', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('that an endpoint does not know are reported, sorted', async () => {
    const { json } = await send('GET', '/api/v1/users/me?zebra=1&ape=2', { authorization });
    expect(json.ignored_parameters_unsupported).toEqual(['ape', 'zebra']);
  });

  it('that it knows are not reported', async () => {
    const { json } = await send('GET', '/api/v1/users/me', { authorization });
    expect(json).not.toHaveProperty('ignored_parameters_unsupported');
  });

  const fields = { type: 'direct', to: JSON.stringify([world.member.user_id]), content: 'sent in every form' };
  const boundary = 'tests-boundary';
  const multipart = Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
    .concat(`--${boundary}--\r\n`);

  it.each([
    ['urlencoded', form, new URLSearchParams(fields).toString(), ''],
    ['multipart', { 'content-type': `multipart/form-data; boundary=${boundary}` }, multipart, ''],
    ['JSON', { 'content-type': 'application/json' }, JSON.stringify({ ...fields, to: [world.member.user_id] }), ''],
    ['the query string', {}, undefined, `?${new URLSearchParams(fields)}`],
    [
      'the query string and the body',
      form,
      new URLSearchParams({ content: fields.content }).toString(),
      `?type=direct&to=${encodeURIComponent(fields.to)}`,
    ],
  ])('may be sent as %s', async (_, headers, body, query) => {
    const { status, json } = await send('POST', `/api/v1/messages${query}`, { authorization, ...headers }, body);
    expect([status, json]).toEqual([200, { result: 'success', msg: '', id: expect.any(Number) }]);
  });

  it('may be in the body of a GET', async () => {
    const body = new URLSearchParams({ stream: 'a channel that is nowhere' }).toString();
    const { json } = await send('GET', '/api/v1/get_stream_id', { authorization, ...form }, body);
    expect(json.msg).toBe("Invalid channel name 'a channel that is nowhere'");
  });

  it('in a body that claims to be JSON but is not are refused', async () => {
    const { status, json } = await send('POST', '/api/v1/messages', { authorization, 'content-type': 'application/json' }, '{"type":');
    expect([status, json.code, json.msg]).toEqual([400, 'INVALID_JSON', 'Malformed JSON']);
  });

  it('with the names of inherited object properties do no harm', async () => {
    const body = JSON.stringify({ ...fields, to: [world.member.user_id] }).replace('{', '{"__proto__":{"content":"x"},"constructor":1,');
    const { status } = await send('POST', '/api/v1/messages', { authorization, 'content-type': 'application/json' }, body);
    expect([200, 400]).toContain(status);
  });

  it('in a body over the limit are refused with 413', async () => {
    const { status, json } = await send('POST', '/api/v1/messages', { authorization, ...form }, `content=${'x'.repeat(2_200_000)}`);
    expect([status, json.result]).toEqual([413, 'error']);
  });
});

describe('every answer', () => {
  it('has a request id, that of the client if it is valid', async () => {
    const given = await send('GET', '/api/v1/users/me', { authorization, 'x-request-id': 'tests-1234' });
    const made = await send('GET', '/api/v1/users/me', { authorization, 'x-request-id': 'no good\u00e9'.normalize() });
    expect(given.headers['x-request-id']).toBe('tests-1234');
    expect(made.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });

  it('of any size has its length, also for HEAD', async () => {
    for (let n = 0; n < 15; n += 1) {
      const content = `${n} ${'long text '.repeat(900)}`;
      const body = new URLSearchParams({ type: 'direct', to: `[${world.member.user_id}]`, content }).toString();
      const sent = await send('POST', '/api/v1/messages', { authorization, 'content-type': 'application/x-www-form-urlencoded' }, body);
      expect(sent.json.result).toBe('success');
    }
    const page = `/api/v1/messages?${new URLSearchParams({ anchor: 'newest', num_before: '15', num_after: '0' })}`;
    const { text, json, headers } = await send('GET', page, { authorization });
    expect(json.messages).toHaveLength(15);
    expect(Buffer.byteLength(text)).toBeGreaterThan(128 * 1024);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
    const head = await send('HEAD', page, { authorization });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  it('above 64 KB is compressed for clients that accept gzip', async () => {
    const ask = (path: string, accepted?: string) =>
      fetch(`${world.baseUrl}${path}`, { headers: { authorization, ...(accepted !== undefined && { 'accept-encoding': accepted }) } });
    const page = `/api/v1/messages?${new URLSearchParams({ anchor: 'newest', num_before: '15', num_after: '0' })}`;
    const plain = await ask(page, 'identity');
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    const expected = await plain.text();
    for (const accepted of ['gzip', 'br, gzip;q=0.5', '*']) {
      const answer = await ask(page, accepted);
      expect([accepted, answer.status, answer.headers.get('content-encoding')]).toEqual([accepted, 200, 'gzip']);
      expect([answer.headers.get('vary'), answer.headers.get('content-length')]).toEqual(['accept-encoding', null]);
      expect(await answer.text()).toBe(expected);
    }
    for (const accepted of ['br', 'gzip;q=0', 'gzip;q=0.1, identity']) {
      const answer = await ask(page, accepted);
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, null]);
      expect(await answer.text()).toBe(expected);
    }
    expect((await ask('/api/v1/users/me', 'gzip')).headers.get('content-encoding')).toBeNull();
  });

  it('can be read by pages of other origins', async () => {
    const preflight = await http({
      method: 'OPTIONS',
      url: `${world.baseUrl}/api/v1/messages`,
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect([200, 204]).toContain(preflight.status);
    expect(preflight.headers['access-control-allow-origin']).toBeDefined();
  });
});

describe('the documentation', () => {
  it('is an OpenAPI 3.1 document that describes the served endpoints', async () => {
    const { json } = await send('GET', '/api/v1/openapi.json');
    expect(json.openapi).toMatch(/^3\.1/);
    expect(Object.keys(json.paths['/messages'] ?? json.paths['/api/v1/messages'])).toEqual(expect.arrayContaining(['get', 'post']));
  });

  it('can be browsed', async () => {
    const page = await http({ method: 'GET', url: `${world.baseUrl}/api/docs` });
    const target = page.status >= 300 && page.status < 400 ? String(page.headers.location) : '/api/docs';
    const { status, text } = await http({ method: 'GET', url: new URL(target, `${world.baseUrl}/api/docs`).href });
    expect([status, text]).toEqual([200, expect.stringContaining('<html')]);
  });
});
