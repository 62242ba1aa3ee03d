import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeWebPush, freePort } from '@parley/testing';
import { WebPushSender } from '../src/web-push-sender.js';
import { notice } from './notice.js';

let browsers: FakeWebPush;
let sender: WebPushSender;

beforeAll(async () => {
  browsers = await FakeWebPush.start();
  sender = new WebPushSender(browsers.options);
});
afterAll(() => browsers.close());

function target({ endpoint, p256dh, auth } = browsers.subscribe()) {
  return { service: 'web' as const, token: endpoint, appId: null, webKeys: { p256dh, auth } };
}

describe('the push service of a browser', () => {
  it('passes on what only the browser can decrypt, and knows the server by its signature', async () => {
    const browser = target();
    expect(await sender.send(browser, notice())).toEqual({ kind: 'sent' });
    expect(browsers.answers.to(browser.token)).toEqual([
      { token: browser.token, content: { content: 'Hello' }, urgency: 'high', ttl: 3600 },
    ]);
  });

  it.each([
    [404, {}, { kind: 'gone', reason: '404' }],
    [410, {}, { kind: 'gone', reason: '410' }],
    [413, {}, { kind: 'refused', reason: '413' }],
    [403, {}, { kind: 'unauthorized', reason: '403', isServiceWide: false }],
    [429, { 'retry-after': '30' }, { kind: 'later', reason: '429', isServiceWide: false, retryAfterMs: 30_000 }],
    [500, {}, { kind: 'later', reason: '500', isServiceWide: false }],
  ])('answers %d: %j', async (status, headers, outcome) => {
    browsers.answers.next({ status, headers });
    expect(await sender.send(target(), notice())).toEqual(outcome);
  });

  it('does not know a server with another key', async () => {
    const other = await FakeWebPush.start();
    const stranger = new WebPushSender({ ...browsers.options, privateKey: other.serverKey });
    expect(await stranger.send(target(), notice())).toEqual({ kind: 'unauthorized', reason: '403', isServiceWide: false });
    await other.close();
  });

  it('is not called if the operator does not list it, or if the browser gave no key', async () => {
    const browser = target();
    const careful = new WebPushSender({ ...browsers.options, hosts: ['push.example.org'] });
    expect(await careful.send(browser, notice())).toEqual({ kind: 'gone', reason: 'UnknownHost' });
    expect(await sender.send({ ...browser, token: 'no url' }, notice())).toEqual({ kind: 'gone', reason: 'UnknownHost' });
    const keys = { p256dh: 'AAAA', auth: 'AAAA' };
    expect(await sender.send({ ...browser, webKeys: keys }, notice())).toEqual({ kind: 'gone', reason: 'InvalidKeys' });
    expect(browsers.answers.to(browser.token)).toEqual([]);
  });

  it('may be away', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const lost = new WebPushSender({ ...browsers.options, hosts: [host, browsers.host] });
    const away = { ...target(), token: `http://${host}/push/1` };
    expect(await lost.send(away, notice())).toEqual({ kind: 'later', reason: 'NoAnswer', isServiceWide: false });
    // It is not called for a while, and the others are.
    const paused = { kind: 'later', reason: 'Paused', isServiceWide: false, retryAfterMs: expect.any(Number) };
    expect(await lost.send(away, notice())).toEqual(paused);
    expect(await lost.send(target(), notice())).toEqual({ kind: 'sent' });
  });
});
