import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiError, FakeFcm, freePort } from '@parley/testing';
import { FcmSender } from '../src/fcm-sender.js';
import { notice } from './notice.js';

let fcm: FakeFcm;
let sender: FcmSender;

beforeAll(async () => {
  fcm = await FakeFcm.start();
  sender = new FcmSender(fcm.options);
});
afterAll(() => fcm.close());

const target = (token: string) => ({ service: 'fcm' as const, token, appId: null, webKeys: null });
const send = (token = 'a token') => sender.send(target(token), notice());

describe("Google's push service", () => {
  it('gets the data, with one access token for many notifications', async () => {
    expect(await Promise.all([send('one'), send('two')])).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
    expect(await sender.send(target('three'), { ...notice(), isUrgent: false })).toEqual({ kind: 'sent' });
    expect(fcm.answers.to('one')).toEqual([{ token: 'one', data: { event: 'message', content: 'Hello' }, priority: 'HIGH', ttl: '3600s' }]);
    expect(fcm.answers.to('three')).toMatchObject([{ priority: 'NORMAL' }]);
    expect(fcm.issued).toHaveLength(1);
  });

  it.each([
    [apiError(404, 'NOT_FOUND', 'UNREGISTERED'), { kind: 'gone', reason: 'UNREGISTERED' }],
    [apiError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'), { kind: 'gone', reason: 'SENDER_ID_MISMATCH' }],
    [apiError(403, 'PERMISSION_DENIED'), { kind: 'unauthorized', reason: 'PERMISSION_DENIED', isServiceWide: true }],
    [
      apiError(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'),
      { kind: 'unauthorized', reason: 'THIRD_PARTY_AUTH_ERROR', isServiceWide: false },
    ],
    [apiError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'), { kind: 'refused', reason: 'INVALID_ARGUMENT' }],
    [
      { status: 429, headers: { 'retry-after': '7' }, body: {} },
      { kind: 'later', reason: 'UNKNOWN', isServiceWide: false, retryAfterMs: 7_000 },
    ],
    [apiError(503, 'UNAVAILABLE', 'UNAVAILABLE'), { kind: 'later', reason: 'UNAVAILABLE', isServiceWide: false }],
    [
      { status: 502, headers: { 'content-type': 'text/html' } },
      { kind: 'later', reason: 'UNKNOWN', isServiceWide: false },
    ],
  ])('answers %j: %j', async (answer, outcome) => {
    fcm.answers.next(answer);
    expect(await send()).toEqual(outcome);
  });

  it('tells that the token is none', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.token' }] }];
    fcm.answers.next({ status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT', details } } });
    expect(await send()).toEqual({ kind: 'gone', reason: 'INVALID_ARGUMENT' });
  });

  it('gets a new access token when it accepts the old one no more', async () => {
    await send();
    fcm.endTokens();
    expect(await send()).toEqual({ kind: 'unauthorized', reason: 'UNAUTHENTICATED', isServiceWide: true });
    expect(await send()).toEqual({ kind: 'sent' });
  });

  it('may not issue access tokens: for now, or to this key', async () => {
    const fresh = new FcmSender(fcm.options);
    fcm.answerTokens({ status: 503 });
    expect(await fresh.send(target('a'), notice())).toEqual({ kind: 'later', reason: 'NoAccessToken', isServiceWide: true });
    fcm.answerTokens();
    expect(await fresh.send(target('a'), notice())).toEqual({ kind: 'sent' });

    const other = await FakeFcm.start();
    const stranger = new FcmSender({ ...fcm.options, account: { ...fcm.account, private_key: other.account.private_key } });
    expect(await stranger.send(target('a'), notice())).toEqual({ kind: 'unauthorized', reason: 'TokenRefused', isServiceWide: true });
    await other.close();
  });

  it('may be away', async () => {
    const lost = new FcmSender({ ...fcm.options, endpoint: new URL(`http://127.0.0.1:${await freePort()}`) });
    expect(await lost.send(target('a'), notice())).toEqual({ kind: 'later', reason: 'NoAnswer', isServiceWide: true });
  });
});
