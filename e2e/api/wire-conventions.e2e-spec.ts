import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeConnections } from '../client/http.js';
import { newest, refused, sent, success, type WireRow, WireRows } from '../client/wire-rows.js';
import { World } from '../client/world.js';

/** How stock clients write requests, one row for each form. */
const world = new World();
let rows: WireRows;
beforeAll(async () => {
  rows = await WireRows.begin(world);
});
afterAll(() => closeConnections());

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };

describe('the Python package', () => {
  it.each<WireRow>([
    [
      'sends a form whose values are JSON, except texts',
      ({ channel }) => ({
        method: 'POST',
        path: '/messages',
        form: { type: 'stream', to: JSON.stringify([channel.name]), topic: 'wire', content: 'x' },
      }),
      sent,
    ],
    [
      'sends a form in a PATCH, and repeats the message id of the path in it',
      ({ message }) => ({ method: 'PATCH', path: `/messages/${message}`, form: { message_id: String(message), content: 'A form' } }),
      () => ({ ...success, ignored_parameters_unsupported: ['message_id'] }),
    ],
    [
      'sends a form in a DELETE',
      ({ message }) => ({ method: 'DELETE', path: `/messages/${message}/reactions`, form: { message_id: String(message), ...TADA } }),
      () => ({ ...success, ignored_parameters_unsupported: ['message_id'] }),
    ],
    [
      'sends dont_block with every repeated request',
      () => ({ method: 'POST', path: '/mark_all_as_read', form: { dont_block: 'true' } }),
      () => ({ ...success, ignored_parameters_unsupported: ['dont_block'] }),
    ],
    [
      'requests the server settings with credentials',
      () => ({ method: 'GET', path: '/server_settings' }),
      () => ({ zulip_version: expect.any(String) }),
    ],
    [
      'puts the parameters of a GET into the query',
      ({ channel }) => ({ method: 'GET', path: '/messages', query: { ...newest, narrow: JSON.stringify([['stream', channel.name]]) } }),
      ({ channel }) => ({ ...success, messages: [expect.objectContaining({ display_recipient: channel.name })] }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));
});

describe('zulip-js', () => {
  it.each<WireRow>([
    [
      'posts a multipart form, with the bare name of a channel, and its topic as subject',
      ({ channel }) => ({
        method: 'POST',
        path: '/messages',
        multipart: { type: 'stream', to: channel.name, subject: 'wire', content: 'x' },
      }),
      sent,
    ],
    [
      'puts the parameters of a PATCH into the query',
      ({ message }) => ({ method: 'PATCH', path: `/messages/${message}`, query: { message_id: String(message), content: 'A query' } }),
      () => ({ ...success, ignored_parameters_unsupported: ['message_id'] }),
    ],
    [
      'adds a reaction with a multipart form',
      ({ message }) => ({ method: 'POST', path: `/messages/${message}/reactions`, multipart: TADA }),
      () => success,
    ],
    [
      'puts the parameters of a DELETE into the query',
      ({ message }) => ({ method: 'DELETE', path: `/messages/${message}/reactions`, query: { message_id: String(message), ...TADA } }),
      () => ({ ...success, ignored_parameters_unsupported: ['message_id'] }),
    ],
    [
      'repeats the message id of the path in the query of a GET',
      ({ message }) => ({ method: 'GET', path: `/messages/${message}`, query: { message_id: String(message) } }),
      () => ({ ...success, ignored_parameters_unsupported: ['message_id'] }),
    ],
    [
      'sends the word null if it names no event types',
      () => ({ method: 'POST', path: '/register', multipart: { event_types: 'null', fetch_event_types: '[]' } }),
      () => ({ ...success, queue_id: expect.any(String) }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));
});

describe('the terminal client', () => {
  it.each<WireRow>([
    [
      'sends type stream, a bare name and subject',
      ({ channel }) => ({ method: 'POST', path: '/messages', form: { type: 'stream', to: channel.name, subject: 'wire', content: 'x' } }),
      sent,
    ],
    [
      'sends type private to ids',
      () => ({ method: 'POST', path: '/messages', form: { type: 'private', to: `[${world.colleague.user_id}]`, content: 'x' } }),
      sent,
    ],
    [
      'registers without client_capabilities, with include_subscribers',
      () => ({
        method: 'POST',
        path: '/register',
        form: { event_types: '["message"]', fetch_event_types: '["message"]', include_subscribers: 'true' },
      }),
      () => ({ ...success, max_message_id: expect.any(Number) }),
    ],
    [
      'requests the first unread message in the older form',
      () => ({
        method: 'GET',
        path: '/messages',
        query: { ...newest, anchor: '0', use_first_unread_anchor: 'true', narrow: '[["is", "private"]]' },
      }),
      () => success,
    ],
    [
      'narrows to people with pm_with and their addresses',
      () => ({ method: 'GET', path: '/messages', query: { ...newest, narrow: JSON.stringify([['pm_with', world.colleague.email]]) } }),
      () => ({ messages: [expect.objectContaining({ type: 'private' })] }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));
});

describe('the mobile app', () => {
  it.each<WireRow>([
    [
      'sends the id of a channel, raw topic and raw content',
      ({ channel }) => ({
        method: 'POST',
        path: '/messages',
        form: { type: 'stream', to: String(channel.id), topic: '"wire"', content: '123' },
      }),
      sent,
    ],
    [
      'encodes everything else as JSON',
      ({ channel }) => ({
        method: 'POST',
        path: '/messages/flags/narrow',
        form: {
          anchor: '"oldest"',
          include_anchor: 'false',
          num_before: '0',
          num_after: '1000',
          narrow: JSON.stringify([{ operator: 'channel', operand: channel.id, negated: false }]),
          op: 'add',
          flag: 'read',
        },
      }),
      () => ({ ...success, found_newest: true }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));

  it('requests avatars with its credentials', async () => {
    const { status, headers } = await rows.ask({ method: 'GET', path: `//avatar/${world.member.user_id}` });
    expect([status, headers.location]).toEqual([302, expect.any(String)]);
  });
});

describe('go-zulip', () => {
  it.each<WireRow>([
    ['sends a form in a GET', () => ({ method: 'GET', path: '/channel_folders', form: { include_archived: 'true' } }), () => success],
    [
      'receives errors that it can parse',
      () => ({ method: 'GET', path: '/channel_folders', form: { include_archived: 'yes' } }),
      refused('include_archived is not valid JSON'),
    ],
    [
      'sends lists as JSON',
      ({ message }) => ({ method: 'POST', path: '/messages/flags', form: { messages: `[${message}]`, op: 'add', flag: 'starred' } }),
      ({ message }) => ({ ...success, messages: [message] }),
    ],
  ])('%s', (...row) => rows.expectAnswered(row));
});

describe('a request', () => {
  it.each(['*/*', 'text/html', 'application/xml;q=0.9', 'image/png'])('that accepts %s is answered with JSON', async (accept) => {
    const { status, headers, body } = await rows.ask({ method: 'GET', path: '/users/me', headers: { accept } });
    expect([status, headers['content-type'], body.result]).toEqual([200, 'application/json; charset=utf-8', 'success']);
  });

  it('with HEAD is answered without a body', async () => {
    const { status, text, headers } = await rows.ask({ method: 'HEAD', path: '/users/me' });
    expect([status, text, headers['content-type']]).toEqual([200, '', 'application/json; charset=utf-8']);
  });

  it('for a poll with HEAD is refused, because it would drop events', async () => {
    expect((await rows.ask({ method: 'HEAD', path: '/events', query: { queue_id: 'x', last_event_id: '0' } })).status).toBe(405);
  });

  it('has its method in the first line only', async () => {
    const form = { content: 'x', method: 'DELETE', _method: 'DELETE' };
    const { status, body } = await rows.ask({
      method: 'POST',
      path: '/messages/render',
      form,
      headers: { 'x-http-method-override': 'DELETE' },
    });
    expect([status, body.rendered, body.ignored_parameters_unsupported]).toEqual([200, '<p>x</p>', ['_method', 'method']]);
  });

  it.each(['/users/me/', '//api/v1//users/me', '//json//users/me', '//API/V1/users/me'])('to %s is not found', async (path) => {
    const { status, body } = await rows.ask({ method: 'GET', path });
    expect([status, body]).toEqual([404, { result: 'error', msg: 'Not found', code: 'BAD_REQUEST' }]);
  });

  it.each([
    ['its User-Agent up to the slash', { 'user-agent': 'ZulipMobile/30.0 (Android 14)' }, {}, 'ZulipMobile'],
    ['its whole User-Agent, if there is no slash', { 'user-agent': 'Curly' }, {}, 'Curly'],
    ['the parameter client, which has precedence', { 'user-agent': 'ZulipPython/0.9.1' }, { client: 'My bridge' }, 'My bridge'],
    ['Unspecified without a user agent', {}, {}, 'Unspecified'],
  ])('gets its client name from %s', async (_, headers, client, name) => {
    const form = { type: 'direct', to: `[${world.member.user_id}]`, content: 'Who am I?', ...client };
    const { body } = await rows.ask({ method: 'POST', path: '/messages', form, headers });
    expect(body).toEqual({ ...success, id: expect.any(Number) });
    expect((await rows.ask({ method: 'GET', path: `/messages/${body.id}` })).body).toMatchObject({ message: { client: name } });
  });
});
