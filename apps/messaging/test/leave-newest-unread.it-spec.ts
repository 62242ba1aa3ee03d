import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { leaveNewestUnread } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

/** Zoe joined after 25 messages in two channels, which are in her history, and one in a channel that she is not in. */
async function history() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization);
  const [plans, general, closed] = [
    await suite.rows.channel(organization),
    await suite.rows.channel(organization),
    await suite.rows.channel(organization, { isPrivate: true }),
  ];
  for (const channel of [plans, general, closed]) await suite.rows.subscription(channel, [ann]);
  const ids: number[] = [];
  for (let count = 0; count < 25; count += 1) {
    ids.push(await suite.sendToChannel(ann, count % 2 === 0 ? plans : general, { content: count === 24 ? '@**all**' : 'hello' }));
  }
  await suite.sendToChannel(ann, closed);
  const newest = (await suite.client.organizationCounter.findUniqueOrThrow({ where: { organizationId: organization.id } })).lastMessageId;
  const zoe = await suite.rows.user(organization);
  for (const channel of [plans, general]) await suite.rows.subscription(channel, [zoe]);
  const mine = { organizationId: organization.id, userId: zoe.id };
  await suite.client.subscriptionSpan.updateMany({ where: mine, data: { afterId: BigInt(ids[2] ?? 0) } });
  await suite.client.channelRead.createMany({
    data: [plans, general].map(({ id }) => ({ ...mine, channelId: id, readId: newest })),
    skipDuplicates: true,
  });
  const leave = () =>
    suite.suite.rpc.call(
      leaveNewestUnread,
      { ...mine, channelIds: [plans.id, general.id, closed.id], newest: Number(newest) },
      SYSTEM_VISITOR,
    );
  return { organization, ann, zoe, ids, leave };
}
const unread = (by: UserRow) => suite.readIds(by, [['is', 'unread']], { num_before: 100 });

describe('the history of a new user', () => {
  it('has its newest twenty messages unread, and events for that', async () => {
    const { organization, zoe, ids, leave } = await history();
    expect(await unread(zoe)).toEqual([]);
    const before = await suite.registerFields(zoe);
    const mark = await suite.mark(organization.id);
    await leave();
    const events = await suite.eventsSince(mark, zoe);
    expect(events).toMatchObject([{ type: 'update_message_flags', op: 'remove', flag: 'read', messages: ids.slice(-20) }]);
    expectEventsExplainState({ before, events, after: await suite.registerFields(zoe), userId: zoe.id });
    expect(await unread(zoe)).toEqual(ids.slice(-20));
    expect(await suite.flagsOf(zoe, ids[3] ?? 0)).toEqual(['read']);
    expect(await suite.flagsOf(zoe, ids[0] ?? 0)).toEqual(['read', 'historical']);
  });

  it('is prepared only once: messages that were read since stay read', async () => {
    const { zoe, ids, leave } = await history();
    await leave();
    await suite.changeFlags(zoe, 'add', 'read', ids.slice(-5));
    await leave();
    expect(await unread(zoe)).toEqual(ids.slice(-20, -5));
  });
});
