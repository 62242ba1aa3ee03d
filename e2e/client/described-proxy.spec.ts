import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@parley/api-docs';
import { sendMessage } from '@parley/contracts/messaging';
import { DescribedProxy } from './described-proxy.js';
import { closeConnections, http } from './http.js';

const document = openApiDocument({ endpoints: [sendMessage], clientEvents: [], baseUrl: '' });
const AS_IT_SAYS = { result: 'success', msg: '', id: 5 };
const OTHERWISE = { ...AS_IT_SAYS, colour: 'red' };
/** Returns the request body, and breaks the connection if it is empty. */
const server = createServer((incoming, outgoing) => {
  const answer = (text: string) => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
  let content = '';
  incoming.on('data', (chunk: Buffer) => {
    content += chunk.toString();
  });
  incoming.on('end', () => {
    if (incoming.url === '/api/v1/openapi.json') answer(JSON.stringify(document));
    else if (content === '') outgoing.destroy();
    else if (incoming.headers['accept-encoding'] === 'gzip') {
      outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(content));
    } else answer(content);
  });
});

let origin: string;
let proxied: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxied = (await DescribedProxy.before(origin)).url;
});
afterAll(() => {
  closeConnections();
  server.close();
  server.closeAllConnections();
});

const ask = (base: string, path: string, content: string) => http({ method: 'POST', url: `${base}${path}`, body: content });
const send = (base: string, content: object) => ask(base, '/api/v1/messages', JSON.stringify(content));

describe('an answer that matches the document', () => {
  it('reaches the caller', async () => {
    for (const base of [origin, proxied]) {
      expect(await send(base, AS_IT_SAYS)).toMatchObject({ status: 200, text: JSON.stringify(AS_IT_SAYS) });
    }
  });
});

describe('a compressed answer', () => {
  const sendForGzip = (content: object) =>
    fetch(`${proxied}/api/v1/messages`, { method: 'POST', body: JSON.stringify(content), headers: { 'accept-encoding': 'gzip' } });

  it('is compared too', async () => {
    const matching = await sendForGzip(AS_IT_SAYS);
    expect([matching.headers.get('content-encoding'), await matching.json()]).toEqual(['gzip', AS_IT_SAYS]);
    expect((await sendForGzip(OTHERWISE)).status).toBe(500);
  });
});

describe('an answer that does not match', () => {
  it('fails the test that requested it', async () => {
    await expect(send(origin, OTHERWISE)).rejects.toThrow('it has the field colour, which is not declared');
  });

  it('does not reach a client of the proxy, which gets an explanation', async () => {
    const { status, text } = await rawSend(OTHERWISE);
    expect(status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      result: 'error',
      code: 'NOT_DESCRIBED',
      msg: expect.stringContaining('it has the field colour, which is not declared'),
    });
  });
});

describe('requests without a description', () => {
  it('pass: another part of the server, and a broken connection', async () => {
    for (const base of [origin, proxied]) {
      expect((await ask(base, '/accounts/login', '<p>')).text).toBe('<p>');
      await expect(ask(base, '/api/v1/messages', '')).rejects.toThrow('POST /api/v1/messages');
    }
  });
});

/** Sends a request like a stock client, without a comparison. */
async function rawSend(content: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${proxied}/api/v1/messages`, { method: 'POST', body: JSON.stringify(content) });
  return { status: answer.status, text: await answer.text() };
}
