import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { receiveWebhook } from '@parley/contracts/messaging';
import { readBotConfig } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { baseConfig } from '@parley/runtime';
import type { UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

/** By organization and bot. */
const configs = new Map<string, Readonly<Record<string, string>>>();

@Controller()
class BotConfigStub {
  @Serves(readBotConfig)
  async readBotConfig({ params: { organizationId, botId } }: CallOf<typeof readBotConfig>) {
    return { config: configs.get(`${organizationId} ${botId}`) ?? {} };
  }
}

@Module({ controllers: [BotConfigStub] })
class BotConfigStubModule {}

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
  await suite.suite.start('organization', BotConfigStubModule, baseConfig);
});
afterAll(() => suite.close());

interface Given {
  readonly integration?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

async function deliver(bot: UserRow, { integration = 'json', query = {}, headers = {}, payload }: Given) {
  const request = { headers, query, body: JSON.stringify(payload) };
  const { stream, topic } = query;
  const params = { integration, request, ...(stream === undefined ? {} : { stream }), ...(topic === undefined ? {} : { topic }) };
  return suite.suite.rpc.call(receiveWebhook, params, bot.caller);
}

/** Ann's bot, and a channel that she is in. */
async function setting() {
  const made = await suite.channelOfTwo();
  const bot = await suite.rows.user(made.organization, { isBot: true, botType: 2, botOwnerId: made.ann.id, fullName: 'Hook' });
  const sent = async () => (await suite.read(made.ann, [], { apply_markdown: false })).messages;
  return { ...made, bot, sent };
}

const alert = (alertname: string) => ({ status: 'firing', labels: { alertname }, annotations: {} });

describe('a delivery', () => {
  it('with several messages sends all of them in their topics, as the bot', async () => {
    const { bot, channel, sent } = await setting();
    const payload = { alerts: [alert('Down'), alert('Full')] };
    expect(await deliver(bot, { integration: 'alertmanager', query: { stream: String(channel.id) }, payload })).toEqual({});
    expect((await sent()).map(({ sender_id, subject, content }) => [sender_id, subject, content])).toEqual([
      [bot.id, 'Down', ':alert: **Firing**\n* Down'],
      [bot.id, 'Full', ':alert: **Firing**\n* Full'],
    ]);
  });

  it('is not sent to a channel of another organization, or where the owner may not send', async () => {
    const { bot, organization, eve } = await setting();
    const { channel: elsewhere } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [eve]);
    for (const { id } of [elsewhere, secret]) {
      await expect(deliver(bot, { query: { stream: String(id) }, payload: { a: 1 } })).rejects.toMatchObject({
        code: 'STREAM_DOES_NOT_EXIST',
      });
    }
  });

  it('to a bot without an owner needs a channel', async () => {
    const { organization } = await setting();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: null });
    await expect(deliver(bot, { payload: {} })).rejects.toMatchObject({ msg: expect.stringMatching(/^The bot has no owner/) });
  });

  it('is answered as its sender expects, also if it is left out', async () => {
    const { bot, sent } = await setting();
    expect(await deliver(bot, { integration: 'slack_incoming', payload: { text: '' } })).toEqual({
      ignored: 'irrelevant',
      plain_text: 'ok',
    });
    expect(await deliver(bot, { integration: 'sentry', headers: { 'sentry-hook-resource': 'seer' }, payload: {} })).toEqual({
      ignored: 'unsupported',
    });
    expect(await sent()).toEqual([]);
  });

  it('mentions no one', async () => {
    const { bot, bob, channel, sent } = await setting();
    await deliver(bot, { query: { stream: String(channel.id), template: '{text}' }, payload: { text: '@**all** @**Bob**' } });
    const [message] = await sent();
    expect(message?.content).toBe('@&#42;&#42;all&#42;&#42; @&#42;&#42;Bob&#42;&#42;');
    expect(await suite.flagsOf(bob, message?.id ?? 0)).toEqual([]);
  });
});

describe('a delivery that is repeated', () => {
  const push = {
    integration: 'github',
    payload: {
      ref: 'refs/heads/main',
      compare: 'https://github.com/dock/ship/compare/a...b',
      commits: [],
      repository: { name: 'ship', full_name: 'dock/ship', html_url: 'https://github.com/dock/ship' },
      sender: { login: 'ann' },
    },
  };
  const named = (id: string) => ({ 'x-github-event': 'push', 'x-github-delivery': id });

  it('is sent once, also if it arrives twice at the same moment, and another delivery of the same text is sent', async () => {
    const { bot, channel, sent } = await setting();
    const query = { stream: String(channel.id) };
    const attempt = (id: string) => deliver(bot, { ...push, query, headers: named(id) });
    await Promise.all([attempt('first'), attempt('first')]);
    expect(await attempt('first')).toEqual({});
    expect(await sent()).toHaveLength(1);
    await attempt('second');
    expect(await sent()).toHaveLength(2);
  });

  it('is sent to each URL and by each bot that gets it', async () => {
    const { organization, ann, bot, channel, sent } = await setting();
    const other = await suite.rows.user(organization, { isBot: true, botType: 2, botOwnerId: ann.id });
    const query = { stream: String(channel.id) };
    await deliver(bot, { ...push, query, headers: named('shared') });
    await deliver(bot, { ...push, query: { ...query, topic: 'elsewhere' }, headers: named('shared') });
    await deliver(other, { ...push, query, headers: named('shared') });
    expect((await sent()).map(({ sender_id, subject }) => [sender_id, subject])).toEqual([
      [bot.id, 'ship / main'],
      [bot.id, 'elsewhere'],
      [other.id, 'ship / main'],
    ]);
  });

  it('after an error is sent then', async () => {
    const { bot, organization, ann, channel, sent } = await setting();
    const closed = await suite.rows.channel(organization, { isPrivate: true, name: 'closed' });
    const again = () => deliver(bot, { ...push, query: { stream: String(closed.id) }, headers: named('late') });
    await expect(again()).rejects.toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
    await suite.rows.subscription(closed, [ann]);
    expect(await again()).toEqual({});
    expect((await sent()).map(({ stream_id }) => stream_id)).toEqual([closed.id]);
    expect(channel.id).not.toBe(closed.id);
  });

  it('without an id of its sender is sent again', async () => {
    const { bot, sent } = await setting();
    const again = { integration: 'alertmanager', payload: { alerts: [alert('Down')] } };
    await deliver(bot, again);
    await deliver(bot, again);
    expect(await sent()).toHaveLength(2);
  });
});

describe('the signature of a delivery', () => {
  const payload = { event: { event_type: 'pagey.ping', data: {} } };
  const sign = (secret: string) => ({
    'x-pagerduty-signature': `v1=${createHmac('sha256', secret).update(JSON.stringify(payload)).digest('hex')}`,
  });

  it('is checked with the secret of this bot in this organization', async () => {
    const { organization, ann, bot, sent } = await setting();
    const other = await suite.rows.user(organization, { isBot: true, botType: 2, botOwnerId: ann.id });
    configs.set(`${organization.id} ${bot.id}`, { signing_secret: 'of the bot' });
    configs.set(`${organization.id} ${other.id}`, { signing_secret: 'of another bot' });
    const attempt = (headers: Given['headers'] = {}) => deliver(bot, { integration: 'pagerduty', headers, payload });
    await expect(attempt()).rejects.toMatchObject({ msg: 'The request has no signature in the header x-pagerduty-signature.' });
    await expect(attempt(sign('of another bot'))).rejects.toMatchObject({ msg: 'Webhook signature verification failed.' });
    expect(await sent()).toEqual([]);
    expect(await attempt(sign('of the bot'))).toEqual({});
    expect(await sent()).toHaveLength(1);
  });
});
