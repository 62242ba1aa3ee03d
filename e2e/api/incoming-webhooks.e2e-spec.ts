import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessages, receiveWebhook } from '@parley/contracts/messaging';
import { createBot, deactivateBot, regenerateBotApiKey, updateBot } from '@parley/contracts/organization';
import { organizationOf, personOf } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { deliver, type WebhookAnswer, type WebhookDelivery } from '../client/webhook.js';
import { World } from '../client/world.js';

const world = new World();
const member = world.as(world.member);
afterAll(() => closeConnections());

type Sent = Partial<WebhookDelivery> & { readonly key?: string };

async function newBot(params: Record<string, unknown> = {}) {
  const name = world.fresh('hook').replaceAll(' ', '-');
  return member.ok(createBot, { full_name: name, short_name: name, bot_type: 2, ...params });
}

/** A bot, and a channel that its owner is in. */
async function receiver(params: Record<string, unknown> = {}) {
  const channel = await world.channel([world.member]);
  const { api_key, user_id } = await newBot(params);
  const send = ({ key = api_key, query = {}, integration = 'json', body = '{}', headers = {} }: Sent): Promise<WebhookAnswer> =>
    deliver(world.baseUrl, { integration, body, headers, query: { api_key: key, stream: channel.name, ...query } });
  const sent = async () => {
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const page = { anchor: 'newest', num_before: 20, num_after: 0, narrow, apply_markdown: false };
    const { messages } = await member.ok(getMessages, page);
    return messages.map(({ sender_id, subject, content }) => ({ sender_id, subject, content }));
  };
  return { channel, api_key, user_id, send, sent };
}

describe('a delivery of JSON', () => {
  it('is sent with its template, to a channel by name or id, by the bot', async () => {
    const { channel, user_id, send, sent } = await receiver();
    const query = { template: 'Build {name}: **{state}**', topic: 'builds' };
    const body = JSON.stringify({ name: 'si*te', state: 'passed' });
    expect(await send({ query, body })).toMatchObject({ status: 200, json: { result: 'success', msg: '' } });
    expect((await send({ query: { ...query, stream: String(channel.id) }, body })).status).toBe(200);
    const message = { sender_id: user_id, subject: 'builds', content: 'Build si&#42;te: **passed**' };
    expect(await sent()).toEqual([message, message]);
  });

  it('without a channel reaches the owner as a direct message', async () => {
    const { user_id, send } = await receiver();
    expect((await send({ query: { stream: '' }, body: '{"for":"the owner"}' })).status).toBe(200);
    const narrow = [{ operator: 'dm', operand: [user_id] }];
    const { messages } = await member.ok(getMessages, { anchor: 'newest', num_before: 5, num_after: 0, narrow, apply_markdown: false });
    expect(messages.map(({ content }) => content)).toEqual(['```json\n{\n  "for": "the owner"\n}\n```']);
  });

  it('is cut at the length limit of messages', async () => {
    const { send, sent } = await receiver();
    expect((await send({ query: { template: '{text}' }, body: JSON.stringify({ text: 'word '.repeat(5_000) }) })).status).toBe(200);
    const [{ content = '' } = {}] = await sent();
    expect([content.length <= 10_000, content.endsWith('word…')]).toEqual([true, true]);
  });

  it.each([
    ['malformed JSON', { body: '{' }, 400, 'Malformed JSON'],
    ['JSON that is nested too deeply', { body: '['.repeat(5_000) + ']'.repeat(5_000) }, 400, 'payload is nested too deeply'],
    ['another type', { headers: { 'content-type': 'text/xml' } }, 415, 'Unsupported media type'],
    ['a field that the payload lacks', { query: { template: '{build.name}' } }, 400, 'Invalid payload: payload.build.name: is missing'],
    ['an empty message', { query: { template: ' ' } }, 400, 'Invalid option template: results in an empty message'],
    ['an unknown channel', { query: { stream: 'nowhere at all' } }, 400, "Channel 'nowhere at all' does not exist"],
    ['a topic that is too long', { query: { topic: 'x'.repeat(61) } }, 400, 'topic is too long (limit: 60 characters)'],
    ['an unknown integration', { integration: 'gitbub' }, 404, 'No such integration: gitbub'],
    ['events that are no list', { query: { only_events: 'push' } }, 400, 'only_events is not valid JSON'],
    ['a body that is too large', { body: JSON.stringify('x'.repeat(2_100_000)) }, 413, 'Request body is too large'],
  ])('with %s is refused', async (_, given, status, msg) => {
    const { send, sent } = await receiver();
    const answer = await send(given);
    expect([answer.status, answer.json?.msg]).toEqual([status, msg]);
    expect(await sent()).toEqual([]);
  });
});

describe('the key in the URL', () => {
  it('must be one of a bot', async () => {
    const { send, sent, user_id, api_key } = await receiver();
    const refusals = [
      await send({ key: '' }),
      await send({ key: 'x' }),
      await send({ key: 'x'.repeat(32) }),
      await send({ key: world.member.api_key }),
    ];
    expect(refusals.map(({ status, json }) => [status, json?.msg])).toEqual([
      [400, "Missing 'api_key' argument"],
      [401, 'Malformed API key'],
      [401, 'Invalid API key'],
      [400, 'This endpoint needs the API key of a bot.'],
    ]);
    const basic = `Basic ${Buffer.from(`${world.bot.email}:${world.bot.api_key}`).toString('base64')}`;
    expect((await send({ key: '', headers: { authorization: basic } })).status).toBe(400);
    await member.ok(regenerateBotApiKey, { bot_id: user_id });
    expect((await send({ key: api_key })).status).toBe(401);
    await member.ok(deactivateBot, { bot_id: user_id });
    expect((await send({})).status).toBe(401);
    expect(await sent()).toEqual([]);
  });

  it('of a generic bot works too', async () => {
    const { send, sent } = await receiver({ bot_type: 1 });
    expect((await send({ body: '{"a":1}' })).status).toBe(200);
    expect(await sent()).toHaveLength(1);
  });

  it('opens no other organization: its channels do not exist, and its host does not know the key', async () => {
    const { send, api_key, channel } = await receiver();
    const other = organizationOf(world.demo, 'other');
    const stranger = world.as(personOf(other, 100));
    const name = world.fresh('elsewhere');
    await stranger.request('POST', '/api/v1/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) });
    const answers = [await send({ query: { stream: name } }), await send({ query: { stream: 'nowhere at all' } })];
    expect(answers.map(({ status, json }) => [status, json?.code])).toEqual([
      [400, 'STREAM_DOES_NOT_EXIST'],
      [400, 'STREAM_DOES_NOT_EXIST'],
    ]);
    const elsewhere = { integration: 'json', query: { api_key, stream: channel.name }, body: '{}', headers: { host: other.host } };
    expect((await deliver(world.baseUrl, elsewhere)).status).toBe(401);
  });

  it('sends only where the owner of the bot may', async () => {
    const { send } = await receiver();
    const secret = await world.channel([world.colleague], { invite_only: true });
    expect((await send({ query: { stream: secret.name } })).json?.code).toBe('STREAM_DOES_NOT_EXIST');
  });
});

describe('a delivery of GitHub', () => {
  const payload = JSON.stringify({
    ref: 'refs/heads/main',
    compare: 'https://github.com/dock/ship/compare/a...b',
    commits: [],
    repository: { name: 'ship', full_name: 'dock/ship', html_url: 'https://github.com/dock/ship' },
    sender: { login: '@**all**' },
  });
  const secret = 'a secret of GitHub and the bot';
  const signed = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const push = { integration: 'github', body: payload, headers: { 'x-github-event': 'push' } };

  it('needs its signature once the bot knows the secret', async () => {
    const { user_id, send, sent } = await receiver();
    expect((await send(push)).status).toBe(200);
    await member.ok(updateBot, { bot_id: user_id, config_data: { webhook_secret: secret } });
    const answers = [
      await send(push),
      await send({ ...push, headers: { ...push.headers, 'x-hub-signature-256': signed(`${payload} `) } }),
      await send({ ...push, headers: { ...push.headers, 'x-hub-signature-256': signed(payload) } }),
    ];
    expect(answers.map(({ status, json }) => [status, json?.msg])).toEqual([
      [400, 'The request has no signature in the header x-hub-signature-256.'],
      [400, 'Webhook signature verification failed.'],
      [200, ''],
    ]);
    const content = '**@&#42;&#42;all&#42;&#42;** pushed no new commits to `main`.';
    expect((await sent()).map(({ subject, content: text }) => [subject, text])).toEqual([
      ['ship / main', content],
      ['ship / main', content],
    ]);
    await member.ok(updateBot, { bot_id: user_id, config_data: { webhook_secret: '' } });
    expect((await send(push)).status).toBe(200);
  });

  it('can be left out by its event, and an unknown event is no failure', async () => {
    const { send, sent } = await receiver({ service_name: 'github', config_data: {} });
    const answers = [
      await send({ ...push, query: { only_events: '["pull_request*"]' } }),
      await send({ ...push, query: { exclude_events: '["push"]' } }),
      await send({ ...push, query: { branches: 'next' } }),
      await send({ ...push, headers: { 'x-github-event': 'membership' } }),
    ];
    expect(answers.map(({ status, json }) => [status, json?.ignored])).toEqual([
      [200, 'filtered'],
      [200, 'filtered'],
      [200, 'irrelevant'],
      [200, 'unsupported'],
    ]);
    expect(await sent()).toEqual([]);
  });

  it('names the field that its payload lacks', async () => {
    const { send } = await receiver();
    const answer = await send({ ...push, body: '{"ref":"refs/heads/main"}' });
    expect([answer.status, answer.json?.msg]).toEqual([400, expect.stringMatching(/^Invalid payload: payload\.repository: /)]);
  });
});

describe('a Slack-compatible delivery', () => {
  it.each([
    ['JSON', { body: JSON.stringify({ text: '*done* <https://example.com|here>', channel: '#builds' }) }],
    [
      'a form',
      {
        body: `payload=${encodeURIComponent(JSON.stringify({ text: '*done* <https://example.com|here>', channel: '#builds' }))}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
  ])('as %s is answered as Slack answers', async (_, given) => {
    const { send, sent } = await receiver();
    const answer = await send({ integration: 'slack_incoming', ...given });
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, 'ok', 'text/plain; charset=utf-8']);
    expect((await sent()).map(({ subject, content }) => [subject, content])).toEqual([['builds', '**done** [here](https://example.com/)']]);
  });

  it('that is refused has the JSON of an error', async () => {
    const { send } = await receiver();
    expect(await send({ integration: 'slack_incoming', body: '{"text":5}' })).toMatchObject({ status: 400, json: { code: 'BAD_REQUEST' } });
  });
});

describe('a bot for webhooks', () => {
  it('is refused with an unknown integration or option', async () => {
    const refusals = [
      { service_name: 'gitbub', config_data: {} },
      { service_name: 'github', config_data: { secret: 'x' } },
      { config_data: { secret: 'x' } },
    ].map((params) =>
      member.call(createBot, { full_name: 'Never', short_name: world.fresh('never').replaceAll(' ', '-'), bot_type: 2, ...params }),
    );
    expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.msg])).toEqual([
      [400, "Invalid integration 'gitbub'."],
      [400, 'Unknown configuration parameter: secret'],
      [400, 'Unknown configuration parameter: secret'],
    ]);
  });

  it('finds all integrations with their options in the registration', async () => {
    const registered = await member.ok(registerQueue, { event_types: ['realm_user'], fetch_event_types: ['realm_incoming_webhook_bots'] });
    const { realm_incoming_webhook_bots: found } = registered as { realm_incoming_webhook_bots?: readonly { name: string }[] };
    const names = found?.map(({ name }) => name) ?? [];
    expect([...names].sort()).toEqual(
      ['alertmanager', 'github', 'gitlab', 'grafana', 'jira', 'json', 'pagerduty', 'sentry', 'slack_incoming'].sort(),
    );
  });

  it('is limited in what it sends', async () => {
    const { send } = await receiver();
    const answer = await send({ body: '{"a":1}' });
    expect(answer.headers).toHaveProperty('x-ratelimit-remaining');
    expect(receiveWebhook.rateLimit).toBe('sends');
  });
});
