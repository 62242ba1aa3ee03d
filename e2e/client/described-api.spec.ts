import { describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@parley/api-docs';
import { CLIENT_EVENTS } from '@parley/client-events';
import { getEvents } from '@parley/contracts/event-queue';
import { reactionAdded, sendMessage } from '@parley/contracts/messaging';
import { DescribedApi, type Exchange } from './described-api.js';

const api = new DescribedApi(
  JSON.parse(JSON.stringify(openApiDocument({ endpoints: [sendMessage, getEvents], clientEvents: CLIENT_EVENTS, baseUrl: 'http://here' }))),
);
const headers = { 'content-type': 'application/json; charset=utf-8' };

function faults(body: unknown, exchange: Partial<Exchange> = {}): readonly string[] {
  const sent = { method: 'POST', path: '/api/v1/messages', status: 200, headers, text: JSON.stringify(body) };
  return api.faultsOf({ ...sent, ...exchange });
}
function eventFaults(...events: readonly unknown[]): readonly string[] {
  return faults({ result: 'success', msg: '', queue_id: '7', events }, { method: 'GET', path: '/api/v1/events?queue_id=7' });
}
const success = { result: 'success', msg: '' };
const refusal = (msg: string, more: object = {}) => ({ result: 'error', msg, code: 'BAD_REQUEST', ...more });
const emoji = { emoji_name: 'a', emoji_code: 'b', reaction_type: 'unicode_emoji' };
const reaction = { id: 3, type: reactionAdded.type, message_id: 1, user_id: 2, ...emoji };

describe('an answer is compared with the OpenAPI document', () => {
  it('which accepts a matching one', () => {
    expect(faults({ ...success, id: 5, ignored_parameters_unsupported: ['colour'] })).toEqual([]);
    expect(faults(refusal('content is not a string'), { status: 400 })).toEqual([]);
  });

  it('which refuses a text that no error has', () => {
    expect(faults(refusal('Whatever'), { status: 400 })).toEqual([expect.stringContaining('POST /messages answered 400, but /msg: ')]);
  });

  it.each([
    ['a field that is not declared', { ...success, id: 5, colour: 'red' }, 'it has the field colour, which is not declared'],
    ['a field of another type', { ...success, id: '5' }, '/id: must be integer'],
    ['a field that is missing', { ...success }, "must have required property 'id'"],
    ['a message in a success', { ...success, msg: 'done', id: 5 }, '/msg: must be equal to constant'],
  ])('which reports %s', (_, body, fault) => {
    expect(faults(body)).toEqual([expect.stringContaining(fault)]);
  });

  it('which reports an undeclared status, code, text and field', () => {
    expect(faults(refusal('Gone'), { status: 410 })).toEqual([expect.stringContaining('is not among its responses')]);
    expect(faults({ ...refusal('Bad'), code: 'NO_SUCH_CODE' }, { status: 400 })).toHaveLength(1);
    expect(faults(refusal('Bad', { more: 1 }), { status: 400 })).toHaveLength(1);
    const unknown = { ...refusal("Channel 'x' is not there"), code: 'STREAM_DOES_NOT_EXIST', stream: 'x' };
    expect(faults(unknown, { status: 400 })).toHaveLength(1);
    expect(faults({ ...unknown, msg: "Channel 'x' does not exist" }, { status: 400 })).toEqual([]);
    expect(faults({ result: 'error', msg: 'Internal server error', code: 'INTERNAL_ERROR' }, { status: 500 })).toHaveLength(1);
  });

  it('which reports a missing Retry-After header', () => {
    const limited = { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT', 'retry-after': 0.5 };
    expect(faults(limited, { status: 429 })).toEqual([expect.stringContaining('without the header Retry-After')]);
    expect(faults(limited, { status: 429, headers: { ...headers, 'retry-after': '1' } })).toEqual([]);
  });

  it('which accepts 404 for unknown paths only', () => {
    expect(faults(refusal('Not found'), { status: 404, path: '/api/v1/nowhere' })).toEqual([]);
    expect(faults(success, { path: '/api/v1/nowhere' })).toHaveLength(1);
  });

  it('which reports an answer that is not JSON, and ignores paths outside the API', () => {
    expect(faults('<p>', { headers: { 'content-type': 'text/html' } })).toHaveLength(1);
    expect(faults('<p>', { headers: { 'content-type': 'text/html' }, path: '/api/docs' })).toEqual([]);
  });
});

describe('an event is compared with the OpenAPI document', () => {
  const event = { ...reaction, type: 'reaction', op: 'add' };
  it.each([
    ['as it is declared', event, undefined],
    ['with a field that is not declared', { ...event, person: {} }, 'its event reaction_add is wrong: its body: it has the field person'],
    ['of another type', { ...event, type: 'applause' }, 'its event applause_add is not declared'],
    ['without its op', reaction, 'is not declared'],
  ])('%s', (_, shown, fault) => {
    expect(eventFaults(shown)).toEqual(fault === undefined ? [] : [expect.stringContaining(fault)]);
  });
});
