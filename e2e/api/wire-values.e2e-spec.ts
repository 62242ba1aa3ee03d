import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeConnections } from '../client/http.js';
import { newest, refused, sent, success, type WirePlace, type WireRow, WireRows } from '../client/wire-rows.js';
import { World } from '../client/world.js';

/** The forms of bodies and values that clients send, one row for each. */
const world = new World();
let rows: WireRows;
beforeAll(async () => {
  rows = await WireRows.begin(world);
});
afterAll(() => closeConnections());

describe('a body', () => {
  it.each<WireRow>([
    ['may be absent', () => ({ method: 'POST', path: '/mark_all_as_read' }), () => success],
    ['may be an empty form', () => ({ method: 'POST', path: '/mark_all_as_read', form: {} }), () => success],
    ['may be an empty JSON object', () => ({ method: 'POST', path: '/mark_all_as_read', json: {} }), () => success],
    ['may be an empty multipart form', () => ({ method: 'POST', path: '/mark_all_as_read', multipart: {} }), () => success],
    [
      'may have a type and be empty',
      () => ({ method: 'POST', path: '/mark_all_as_read', text: '', headers: { 'content-type': 'application/json' } }),
      () => success,
    ],
    [
      'may have a type in capitals, with a character set',
      () => ({
        method: 'POST',
        path: '/messages/render',
        text: 'content=%2A%2Ax%2A%2A',
        headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' },
      }),
      () => ({ rendered: '<p><strong>x</strong></p>' }),
    ],
    [
      'may be JSON with values of every type',
      ({ message }) => ({ method: 'POST', path: '/messages/flags', json: { messages: [message], op: 'remove', flag: 'starred' } }),
      ({ message }) => ({ messages: [message] }),
    ],
    [
      'may be JSON that contains JSON',
      ({ message }) => ({ method: 'POST', path: '/messages/flags', json: { messages: `[${message}]`, op: 'remove', flag: 'starred' } }),
      ({ message }) => ({ messages: [message] }),
    ],
    [
      'has precedence over the query',
      () => ({ method: 'POST', path: '/messages/render', query: { content: 'x' }, form: { content: 'y' } }),
      () => ({ rendered: '<p>y</p>' }),
    ],
    [
      'does not replace the query',
      () => ({ method: 'POST', path: '/messages/render', query: { content: 'x' }, form: { other: '1' } }),
      () => ({ rendered: '<p>x</p>', ignored_parameters_unsupported: ['other'] }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));

  it.each([
    ['a plain text', 'text/plain', 'content=x'],
    ['XML', 'application/xml', '<content>x</content>'],
  ])('that is %s is refused', async (_, type, text) => {
    const { status, body } = await rows.ask({ method: 'POST', path: '/messages/render', text, headers: { 'content-type': type } });
    expect([status, body.msg]).toEqual([415, 'Unsupported media type']);
  });
});

describe('a value', () => {
  const flagged =
    (value: string): WireRow[1] =>
    () => ({ method: 'GET', path: '/messages', query: { ...newest, apply_markdown: value } });
  const counted =
    (value: string): WireRow[1] =>
    () => ({ method: 'GET', path: '/messages', query: { ...newest, num_before: value } });
  it.each<WireRow>([
    ['true is a boolean', flagged('true'), () => success],
    ['false is a boolean', flagged('false'), () => success],
    ['True is not valid', flagged('True'), refused('apply_markdown is not valid JSON')],
    ['yes is not valid', flagged('yes'), refused('apply_markdown is not valid JSON')],
    ['1 is not a boolean', flagged('1'), refused('apply_markdown is not a boolean')],
    ['"true" is not a boolean', flagged('"true"'), refused('apply_markdown is not a boolean')],
    ['null is not a boolean', flagged('null'), refused('apply_markdown is not a boolean')],
    ['that is empty is neither JSON nor absent', flagged(''), refused('apply_markdown is not valid JSON')],
    ['5 is a number', counted('5'), () => success],
    ['"5" is not a number', counted('"5"'), refused('num_before is not an integer')],
    ['5.5 is not an integer', counted('5.5'), refused('num_before is not an integer')],
    ['five is not a number', counted('five'), refused('num_before is not valid JSON')],
    [
      '[1, is not a list',
      () => ({ method: 'POST', path: '/messages/flags', form: { messages: '[1,', op: 'add', flag: 'read' } }),
      refused('messages is not valid JSON'),
    ],
    [
      '1 is not a list',
      () => ({ method: 'POST', path: '/messages/flags', form: { messages: '1', op: 'add', flag: 'read' } }),
      refused('messages is not a list'),
    ],
    [
      'of a text is raw: quotation marks are part of it',
      () => ({ method: 'POST', path: '/messages/render', form: { content: '"null"' } }),
      () => ({ rendered: '<p>"null"</p>' }),
    ],
    [
      'of a text may look like JSON',
      () => ({ method: 'POST', path: '/messages/render', form: { content: '[1]' } }),
      () => ({ rendered: '<p>[1]</p>' }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));

  it('that is repeated counts with its last occurrence', async () => {
    const { body } = await rows.ask({ method: 'GET', path: '/messages?anchor=oldest&num_before=0&num_after=0&num_after=1&anchor=newest' });
    expect(body).toMatchObject({ anchor: 10_000_000_000_000_000 });
  });
});

describe('the recipients of a message', () => {
  const channelMessage = (to: (context: WirePlace) => string): WireRow[1] => {
    return (where) => ({ method: 'POST', path: '/messages', form: { type: 'channel', to: to(where), topic: 'wire', content: 'x' } });
  };
  const directMessage = (to: () => string, type = 'direct'): WireRow[1] => {
    return () => ({ method: 'POST', path: '/messages', form: { type, to: to(), content: 'x' } });
  };
  it.each<WireRow>([
    ['can be a channel by its bare name', channelMessage(({ channel }) => channel.name), sent],
    ['can be a channel by its name in capitals and with blanks', channelMessage(({ channel }) => ` ${channel.name.toUpperCase()} `), sent],
    ['can be a channel by its name as JSON', channelMessage(({ channel }) => JSON.stringify(channel.name)), sent],
    ['can be a channel by its name in a list', channelMessage(({ channel }) => JSON.stringify([channel.name])), sent],
    ['can be a channel by its id', channelMessage(({ channel }) => String(channel.id)), sent],
    ['can be a channel by its id in a list', channelMessage(({ channel }) => `[${channel.id}]`), sent],
    [
      'must be exactly one channel',
      channelMessage(({ channel }) => `[${channel.id},${channel.id}]`),
      refused('Expected exactly one channel'),
    ],
    ['cannot be a boolean', channelMessage(() => 'true'), refused('Invalid data type for channel')],
    ['can be a user by id', directMessage(() => String(world.colleague.user_id)), sent],
    ['can be users by id', directMessage(() => `[${world.colleague.user_id},${world.third.user_id}]`), sent],
    ['can be a user by bare address', directMessage(() => world.colleague.email), sent],
    ['can be users by bare addresses with a comma', directMessage(() => `${world.colleague.email}, ${world.third.email}`), sent],
    ['can be users by address as JSON', directMessage(() => JSON.stringify([world.colleague.email, world.third.email]), 'private'), sent],
    [
      'cannot mix ids and addresses',
      directMessage(() => JSON.stringify([world.colleague.email, world.third.user_id])),
      refused('Recipient lists may contain emails or user IDs, but not both.'),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));
});

describe('a narrow', () => {
  const narrowed = (narrow: (context: WirePlace) => unknown): WireRow[1] => {
    return (where) => ({ method: 'GET', path: '/messages', query: { ...newest, narrow: JSON.stringify(narrow(where)) } });
  };
  const one = () => ({ ...success, messages: [expect.objectContaining({ subject: 'wire' })] });
  it.each<WireRow>([
    [
      'may have pairs',
      narrowed(({ channel }) => [
        ['channel', channel.name],
        ['topic', 'wire'],
      ]),
      one,
    ],
    [
      'may have objects',
      narrowed(({ channel }) => [
        { operator: 'channel', operand: channel.id },
        { operator: 'topic', operand: 'WIRE' },
      ]),
      one,
    ],
    ['may have both', narrowed(({ channel }) => [['stream', channel.name], { operator: 'topic', operand: 'other', negated: true }]), one],
    [
      'may have objects with unknown fields',
      narrowed(({ channel }) => [{ operator: 'stream', operand: channel.id, negated: false, more: 1 }]),
      one,
    ],
    [
      'cannot be a text',
      () => ({ method: 'GET', path: '/messages', query: { ...newest, narrow: 'is:dm' } }),
      refused('narrow is not valid JSON'),
    ],
    ['cannot be an object', narrowed(() => ({ operator: 'is', operand: 'dm' })), refused('narrow is not a list')],
  ])('%s', (...row) => rows.expectAnswered(row));
});
