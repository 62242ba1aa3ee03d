import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectEventsExplainState } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const DAY_MS = 24 * 3600 * 1000;

async function setting(organizationDays: number | undefined, channelDays: number | null) {
  const organization = await suite.rows.organization(organizationDays === undefined ? {} : { message_retention_days: organizationDays });
  const ann = await suite.rows.user(organization);
  const bob = await suite.rows.user(organization);
  const channel = await suite.rows.channel(organization, { messageRetentionDays: channelDays });
  await suite.rows.subscription(channel, [ann, bob]);
  return { organization, ann, bob, channel };
}

async function age(id: number, days: number): Promise<void> {
  await suite.client.message.update({ where: { id }, data: { sentAt: new Date(Date.now() - days * DAY_MS) } });
}

describe('retention', () => {
  it.each<[string, number | undefined, number | null, boolean, boolean]>([
    ['forever by default', undefined, null, true, true],
    ['as long as the organization says', 7, null, false, false],
    ['in a channel as long as it says', undefined, 7, false, true],
    ['in a channel longer than elsewhere', 7, 30, true, false],
    ['in a channel forever', 7, -1, true, false],
    ['in a channel shorter than elsewhere', 30, 7, false, true],
  ])('%s', async (_, organizationDays, channelDays, keepsInChannel, keepsDirect) => {
    const { ann, bob, channel } = await setting(organizationDays, channelDays);
    const inChannel = await suite.sendToChannel(ann, channel);
    const direct = await suite.sendDirect(ann, [bob]);
    for (const id of [inChannel, direct]) await age(id, 10);
    const fresh = [await suite.sendToChannel(ann, channel), await suite.sendDirect(ann, [bob])];
    await suite.applyRetention();
    const kept = [...(keepsInChannel ? [inChannel] : []), ...(keepsDirect ? [direct] : []), ...fresh];
    expect(await suite.readIds(bob, [])).toEqual(kept);
  });
});

describe('a run', () => {
  it('logs what it deletes, in several events if there is much, and a second run finds nothing', async () => {
    const { organization, ann, bob, channel } = await setting(7, null);
    const first = await suite.sendToChannel(ann, channel, { content: '@**all**' });
    await age(first, 10);
    await suite.client.$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at, 'x', 'x', 'x'
      FROM message m, generate_series(1, 1200) WHERE m.id = ${first}`;
    const last = await suite.sendToChannel(ann, channel);
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await suite.applyRetention();
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['delete_message'] });
    expect(events.map(({ message_ids }) => (message_ids as number[]).length)).toEqual([1000, 201]);
    expectEventsExplainState({ before, events, after: await suite.registerFields(bob), userId: bob.id });
    expect(await suite.readIds(bob, [])).toEqual([last]);
    const again = await suite.mark(organization.id);
    await suite.applyRetention();
    expect((await suite.mark(organization.id)).seq).toBe(again.seq);
  });

  it('does not affect other organizations', async () => {
    const { ann, channel } = await setting(7, null);
    const elsewhere = await setting(undefined, null);
    const kept = await suite.sendToChannel(elsewhere.ann, elsewhere.channel);
    await age(kept, 1000);
    await age(await suite.sendToChannel(ann, channel), 1000);
    await suite.applyRetention();
    expect(await suite.readIds(elsewhere.bob, [])).toEqual([kept]);
    expect(await suite.readIds(ann, [])).toEqual([]);
  });
});
