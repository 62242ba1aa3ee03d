import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '@parley/contracts/registry';
import type { RunningGateway } from '../src/start-gateway.js';
import { askByHandOf, askOf } from './ask.js';
import { TEST_ENDPOINTS } from './test-endpoints.js';
import { TestInstallation } from './test-installation.js';
import { CredentialsModule, EchoModule, slowness } from './test-services.js';

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  gateway = await installation.gateway(TEST_ENDPOINTS);
});
afterAll(() => installation.close());

const ask = (path: string, init: RequestInit = {}, headers?: Record<string, string>) => askOf(gateway, path, init, headers);
const askByHand = (method: string, path: string, body: string, headers: Record<string, string>) =>
  askByHandOf(gateway, method, path, body, headers);

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const PARAMS = '/api/v1/tests/7/params';

describe('the parameters of a request', () => {
  it('come from a urlencoded body', async () => {
    const { status, body } = await ask(PARAMS, {
      method: 'POST',
      body: new URLSearchParams({ text: 'hällo & so', number: '5', list: '["a"]', flag: 'true' }),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ result: 'success', msg: '', got: { test_id: 7, text: 'hällo & so', number: 5, list: ['a'], flag: true } });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('come from a multipart body, whose files are reported and not kept', async () => {
    const form = new FormData();
    form.set('text', 'hällo');
    form.set('number', '5');
    form.set('picture', new Blob(['x'.repeat(100_000)]), 'picture.png');
    const { body } = await ask(PARAMS, { method: 'POST', body: form });
    expect(body).toMatchObject({ result: 'success', got: { text: 'hällo', number: 5 }, ignored_parameters_unsupported: ['picture'] });
  });

  it('come from a JSON body, whose values need not be strings', async () => {
    const { body } = await ask(PARAMS, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ text: 'x', number: 5, list: ['a'], flag: false }),
    });
    expect(body).toMatchObject({ result: 'success', got: { text: 'x', number: 5, list: ['a'], flag: false } });
  });

  it('come from query string and body together; the body takes precedence', async () => {
    const { body } = await ask(`${PARAMS}?text=query&number=5`, { method: 'POST', body: new URLSearchParams({ text: 'body' }) });
    expect(body).toMatchObject({ got: { text: 'body', number: 5 } });
  });

  it('come from the body of a GET and of a DELETE', async () => {
    await expect(askByHand('GET', PARAMS, 'text=of+a+get', FORM)).resolves.toMatchObject({ got: { text: 'of a get' } });
    await expect(askByHand('DELETE', '/api/v1/tests/7', 'text=of+a+delete', FORM)).resolves.toMatchObject({ got: { text: 'of a delete' } });
  });

  it('come from the query of a DELETE', async () => {
    const { body } = await ask('/api/v1/tests/7?text=x', { method: 'DELETE' });
    expect(body).toMatchObject({ got: { test_id: 7, text: 'x' } });
  });

  it('use the last value of a repeated name', async () => {
    const { body } = await ask(PARAMS, { method: 'POST', headers: FORM, body: 'text=first&text=last' });
    expect(body).toMatchObject({ got: { text: 'last' } });
  });

  it('are reported, sorted, if the endpoint does not know them', async () => {
    const { body } = await ask(`${PARAMS}?zebra=1&client=tests`, { method: 'POST', body: new URLSearchParams({ ant: '1', text: 'x' }) });
    expect(body.ignored_parameters_unsupported).toEqual(['ant', 'zebra']);
  });

  it('never reach a prototype', async () => {
    const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"text":"x"}';
    const sent = await ask(`${PARAMS}?__proto__=1&hasOwnProperty=1`, { method: 'POST', headers: JSON_TYPE, body });
    expect(sent.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['__proto__', 'constructor', 'hasOwnProperty'] });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['number=five', { code: 'BAD_REQUEST', msg: 'number is not valid JSON' }],
    ['number=', { code: 'BAD_REQUEST', msg: 'number is not valid JSON' }],
    ['number="5"', { code: 'BAD_REQUEST', msg: 'number is not an integer' }],
    ['flag=yes', { code: 'BAD_REQUEST', msg: 'flag is not valid JSON' }],
    ['flag=true&switch=true', { code: 'REQUEST_CONFUSING_VAR', msg: "Can't decide between 'flag' and 'switch' arguments" }],
  ])('%s is refused with a specific message', async (body, expected) => {
    const answer = await ask(PARAMS, { method: 'POST', headers: FORM, body });
    expect(answer).toMatchObject({ status: 400, body: { result: 'error', ...expected } });
  });

  it('that are missing, or bad in the path, are refused by name', async () => {
    await expect(ask('/api/v1/tests/7', { method: 'DELETE' })).resolves.toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'text' argument", var_name: 'text' },
    });
    await expect(ask('/api/v1/tests/seven', { method: 'DELETE' })).resolves.toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_INVALID', msg: "Bad value for 'test_id': seven", bad_value: 'seven' },
    });
  });
});

describe('a body that cannot be parsed', () => {
  it.each([
    ['JSON that does not parse', JSON_TYPE, '{"text":', 400, 'INVALID_JSON'],
    ['JSON that is not an object', JSON_TYPE, '[1]', 400, 'INVALID_JSON'],
    ['a multipart form without a boundary', { 'content-type': 'multipart/form-data' }, 'x', 400, 'BAD_REQUEST'],
    [
      'a multipart form cut short',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nha',
      400,
      'BAD_REQUEST',
    ],
    ['an unknown type', { 'content-type': 'application/x-yaml' }, 'text: x', 415, 'BAD_REQUEST'],
    ['a type that is none', { 'content-type': 'nonsense' }, 'text: x', 415, 'BAD_REQUEST'],
    ['more than the limit', FORM, `text=${'x'.repeat(2 * 1024 * 1024)}`, 413, 'BAD_REQUEST'],
    ['more names than any endpoint has', FORM, Array.from({ length: 1_001 }, (_, n) => `f${n}=1`).join('&'), 400, 'BAD_REQUEST'],
  ])('%s is refused', async (_, headers, body, status, code) => {
    const answer = await ask(PARAMS, { method: 'POST', headers, body });
    expect(answer).toMatchObject({ status, body: { result: 'error', code } });
  });

  it('is ignored if it is empty, whatever its type says', async () => {
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded']) {
      const answer = await ask(PARAMS, { method: 'POST', headers: { 'content-type': type }, body: '' });
      expect(answer).toMatchObject({ status: 200, body: { got: { test_id: 7 } } });
    }
  });
});

describe('a path', () => {
  it('that is not declared is answered with 404 as JSON, for any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PROPFIND']) {
      const answer = await ask('/api/v1/nowhere', { method });
      expect(answer).toMatchObject({ status: 404, body: { result: 'error', msg: 'Not found', code: 'BAD_REQUEST' } });
    }
    await expect(ask('/elsewhere')).resolves.toMatchObject({ status: 404, body: { msg: 'Not found' } });
  });

  it('that is malformed is answered with 400 as JSON', async () => {
    await expect(ask('/api/v1/tests/%zz/params')).resolves.toMatchObject({ status: 400, body: { result: 'error', code: 'BAD_REQUEST' } });
  });

  it('with another method is answered with 405, the Allow header and allowed_methods', async () => {
    const answer = await ask(PARAMS, { method: 'PATCH' });
    expect(answer).toMatchObject({ status: 405, body: { result: 'error', msg: 'Method Not Allowed', allowed_methods: ['GET', 'POST'] } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });

  it('that is literal takes precedence over one with a parameter', async () => {
    await expect(ask('/api/v1/tests/all', { method: 'DELETE' })).resolves.toMatchObject({
      status: 200,
      body: { result: 'success', msg: '' },
    });
  });

  it('may end in a parameter that takes the rest', async () => {
    await expect(ask('/api/v1/fragments/a/b%20c')).resolves.toMatchObject({ body: { got: { fragment: 'a/b c' } } });
  });

  it('of the demo exists only in the demo', async () => {
    await expect(ask('/api/v1/demo', { method: 'POST' })).resolves.toMatchObject({ status: 404 });
    const demo = await installation.gateway(TEST_ENDPOINTS, { PARLEY_DEMO: '1' });
    await expect(fetch(`${demo.url}/api/v1/demo`, { method: 'POST' })).resolves.toMatchObject({ status: 200 });
  });

  it('answers HEAD without a body', async () => {
    const answer = await ask(PARAMS, { method: 'HEAD' });
    expect(answer).toMatchObject({ status: 200, body: {} });
  });
});

describe('a page of another origin', () => {
  it('may call the API: the preflight lists the methods', async () => {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const { status, headers: given } = await ask(PARAMS, { method: 'OPTIONS', headers }, {});
    expect(status).toBe(204);
    expect(given.get('access-control-allow-origin')).toBe('*');
    expect(given.get('access-control-allow-methods')).toContain('POST');
    expect(given.get('access-control-allow-headers')).toBe('authorization');
  });

  it('may read answers and errors', async () => {
    for (const path of [PARAMS, '/api/v1/nowhere']) {
      const { headers } = await ask(path, { headers: { origin: 'https://app.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('learns the allowed methods from a plain OPTIONS request', async () => {
    const { status, headers } = await ask(PARAMS, { method: 'OPTIONS' }, {});
    expect(status).toBe(204);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });
});

describe('a failure', () => {
  it('inside a service is answered with 500 without internal details', async () => {
    const answer = await ask('/api/v1/broken', { method: 'POST' });
    expect(answer).toMatchObject({ status: 500, body: { result: 'error', msg: 'Internal server error', code: 'INTERNAL_ERROR' } });
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  });

  it('to reach a service is answered with 503 and Retry-After in bounded time', async () => {
    const answer = await ask('/api/v1/unserved', { method: 'POST' });
    expect(answer).toMatchObject({ status: 503, body: { result: 'error', code: 'SERVICE_UNAVAILABLE' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  });
});

describe('a gateway with the maximum number of concurrent calls', () => {
  it('answers further requests with 503 at once, and recovers when there is room', async () => {
    const small = await installation.gateway(TEST_ENDPOINTS, { MAX_CALLS: '1' });
    let goOn = (): void => undefined;
    slowness.until = new Promise((resolve) => {
      goOn = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      slowness.onSlow = resolve;
    });
    const first = askOf(small, '/api/v1/slow', { method: 'POST' });
    await reached;
    const second = await askOf(small, PARAMS, { method: 'POST' });
    expect(second).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(second.headers.get('retry-after')).toMatch(/^[1-5]$/);
    goOn();
    await expect(first).resolves.toMatchObject({ status: 200 });
    await expect(askOf(small, PARAMS, { method: 'POST' })).resolves.toMatchObject({ status: 200 });
  });
});

describe('the request id', () => {
  it('of the client reaches the service and is returned', async () => {
    const answer = await ask(PARAMS, { method: 'POST', headers: { 'x-request-id': 'trace-1.2' } });
    expect(answer.headers.get('x-request-id')).toBe('trace-1.2');
    expect(answer.body.requestId).toBe('trace-1.2');
  });

  it('is generated if it is missing or unsafe for a log', async () => {
    for (const given of ['has spaces', 'x'.repeat(200)]) {
      const answer = await ask(PARAMS, { method: 'POST', headers: { 'x-request-id': given } });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    }
  });
});

describe('the API documentation', () => {
  it('is an OpenAPI document of the declared endpoints', async () => {
    const { status, body } = await ask('/api/v1/openapi.json', {}, {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ openapi: '3.1.0', paths: { '/tests/{test_id}/params': { get: {}, post: {} } } });
  });

  it('contains the address at which it is opened, if that belongs to this server', async () => {
    const own = await installation.gateway(TEST_ENDPOINTS, { EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'https' });
    for (const path of ['/api/v1/openapi.json', '/api/docs/json']) {
      for (const [host, server] of [
        ['acme.chat.example', 'https://acme.chat.example'],
        ['chat.example', 'https://chat.example'],
        ['elsewhere.example', 'https://chat.example'],
        ['"><script>.chat.example', 'https://chat.example'],
      ] as const) {
        const document = (await askByHandOf(own, 'GET', path, '', { host })) as { info: { description: string }; servers: unknown };
        expect(document.servers).toEqual([{ url: `${server}/api/v1` }]);
        expect(document.info.description).toContain(`api=${server}/api/v1`);
        expect(JSON.stringify(document)).not.toContain('server.invalid');
      }
    }
  });

  it('has our name, and no logo, bar or instruction of another project', async () => {
    const [html, script, described] = await Promise.all(
      ['', '/static/swagger-initializer.js', '/json'].map((path) =>
        fetch(`${gateway.url}/api/docs${path}`).then((answer) => answer.text()),
      ),
    );
    expect(html).toContain('<title>Parley API</title>');
    expect(script).toMatch(/"?layout"?: ?"BaseLayout"/);
    const [, logo = ''] = /data:image\/svg\+xml;base64,([\w+/=]+)/.exec(script ?? '') ?? [];
    expect(Buffer.from(logo, 'base64').toString()).toContain('viewBox="0 0 64 64"');
    expect(described).toContain('"title":"Parley API"');
    expect(described).not.toMatch(/npm start|\.parley/);
  });

  it('is shown by a viewer that loads nothing from other sites', async () => {
    const page = await fetch(`${gateway.url}/api`, { redirect: 'follow' });
    expect(page.url).toBe(`${gateway.url}/api/docs`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) {
      expect(address).toMatch(/^\/api\/docs\//);
      await expect(fetch(gateway.url + address)).resolves.toMatchObject({ status: 200 });
    }
    await expect(fetch(`${gateway.url}/api/docs/json`).then((response) => response.json())).resolves.toMatchObject({ openapi: '3.1.0' });
  });
});

describe('the management port', () => {
  it('reports health and measures requests by endpoint and status', async () => {
    await ask(PARAMS, { method: 'POST' });
    await expect(fetch(`${gateway.managementUrl}/health/ready`)).resolves.toMatchObject({ status: 200 });
    const lines = (await (await fetch(`${gateway.managementUrl}/metrics`)).text()).split('\n');
    const counted = lines.filter(
      (line) => line.startsWith('parley_http_request_seconds_count') && line.includes('endpoint="showParamsForTests"'),
    );
    expect(counted.some((line) => line.includes('status="200"'))).toBe(true);
    expect(lines.some((line) => line.startsWith('parley_held_polls'))).toBe(true);
  });
});

describe('the declared endpoints of the suite', () => {
  it('have no conflicting routes', async () => {
    const suite = await installation.gateway(ENDPOINTS, { PARLEY_DEMO: '1' });
    await expect(fetch(`${suite.url}/api/v1/events`).then((response) => response.json())).resolves.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
