import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { markAllAsRead, updateMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { expectSoon, type UserRow } from '@parley/testing';
import { TRIGGERS } from '../src/deciding/missed-message.js';
import { PushSuite } from './push-suite.js';

let push: PushSuite;
let people: Awaited<ReturnType<PushSuite['suite']['people']>>;
let zoe: UserRow;
let amir: UserRow;

beforeAll(async () => {
  push = await PushSuite.open({ SMTP_URL: 'smtp://127.0.0.1:9' });
}, 60_000);
afterAll(() => push.close());
beforeEach(async () => {
  people = await push.suite.people();
  ({ zoe, amir } = people);
  // A mention must be the only reason.
  await push.suite.settings(zoe, {
    automatically_follow_topics_where_mentioned: false,
    email_notifications_batching_period_seconds: 3_600,
  });
});

const write = (content: string) => push.suite.toChannel(amir, people.channel, 'Lunch', content);
const edit = (id: number, content: string) => push.suite.stores.call(updateMessage, amir.caller, { content }, { message_id: String(id) });

/** The messages that a mail will tell. */
async function mailed({ organizationId, id }: UserRow): Promise<number[]> {
  const found = await push.suite.stores.database.client.missedMessage.findMany({
    where: { organizationId, userId: id },
    orderBy: { messageId: 'asc' },
  });
  return found.map(({ messageId }) => Number(messageId));
}

/** The messages whose notifications wait, in their order. */
async function toBePushed({ organizationId, id }: UserRow): Promise<number[]> {
  const found = await push.suite.stores.database.client.pushDelivery.findMany({
    where: { organizationId, userId: id },
    orderBy: { id: 'asc' },
  });
  return found.flatMap(({ messageIds }) => messageIds.map(Number));
}

const pushed = (token: string) => push.fcm.answers.to(token).map(({ data }) => Number(data.zulip_message_id));

describe('an edit', () => {
  it.each<[string, string, (person: UserRow) => string]>([
    ['a person', 'soup?', ({ id }) => `@**Zoe|${id}** soup?`],
    ['everyone', 'soup?', () => '@**all** soup?'],
    ['a person, who was named silently', '@_**Zoe** soup?', ({ id }) => `@**Zoe|${id}** soup?`],
  ])('that adds a mention of %s tells them by mail and push', async (_, before, after) => {
    const android = await push.androidOf(zoe);
    const id = await write(before);
    await edit(id, after(zoe));
    const [told] = await push.fcm.answers.awaited(android, 1);
    expect(told?.data).toMatchObject({ zulip_message_id: String(id), content: expect.stringContaining('soup?') });
    await expectSoon(() => mailed(zoe), [id]);
    expect(await mailed(amir)).toEqual([]);
  });

  it('tells no one twice', async () => {
    const android = await push.androidOf(zoe);
    const [mentioned, direct] = [await write(`@**Zoe|${zoe.id}** soup?`), await push.suite.direct(amir, [zoe], 'Hello')];
    await push.fcm.answers.awaited(android, 2);
    await push.suite.stores.database.client.missedMessage.deleteMany({ where: { organizationId: zoe.organizationId, userId: zoe.id } });
    await edit(mentioned, `@**all** @**Zoe|${zoe.id}** more soup?`);
    await edit(direct, `@**Zoe|${zoe.id}** Hello`);
    await push.followed(zoe);
    const last = await write(`@**Zoe|${zoe.id}** the end`);
    await push.fcm.answers.awaited(android, 3);
    expect(pushed(android)).toEqual([mentioned, direct, last]);
    await expectSoon(() => mailed(zoe), [last]);
  });

  it('that adds a mention of someone who was told because they follow the topic tells them again', async () => {
    const android = await push.androidOf(zoe);
    await push.suite.follow(zoe, people.channel, 'Lunch');
    const id = await write('soup?');
    await push.fcm.answers.awaited(android, 1);
    await edit(id, `@**Zoe|${zoe.id}** soup?`);
    await push.fcm.answers.awaited(android, 2);
    expect(pushed(android)).toEqual([id, id]);
    await push.followed(zoe);
    const [row] = await push.suite.stores.database.client.missedMessage.findMany({ where: { userId: zoe.id, messageId: id } });
    expect(row?.trigger).toBe(TRIGGERS.mention);
  });

  it('that adds no mention, or one that was there before, tells no one', async () => {
    const android = await push.androidOf(zoe);
    const id = await write('soup?');
    await edit(id, 'soup!');
    await edit(id, '`@**all**` @_**Zoe** soup!');
    await push.followed(zoe);
    expect([await mailed(zoe), await push.waiting(zoe)]).toEqual([[], 0]);
    expect(pushed(android)).toEqual([]);
  });
});

describe('many messages to everyone', () => {
  it('store a bounded number of rows for a person, the newest ones, and do not hold up what is for them alone', async () => {
    await push.androidOf(zoe);
    push.fcm.answers.toAll({ status: 503, body: {} });
    // Only this one is tried while the push service is away, because it is the first.
    const first = await push.suite.direct(amir, [zoe], 'Hello');
    await push.followed(zoe);
    const ids = [];
    for (let n = 0; n < 55; n += 1) ids.push(await write(`@**all** number ${n}`));
    await push.followed(zoe);
    const direct = await push.suite.direct(amir, [zoe], 'Hello again');
    await push.followed(zoe);
    expect(await mailed(zoe)).toEqual([first, ...ids.slice(5), direct]);
    expect(await toBePushed(zoe)).toEqual([first, ...ids.slice(-20), direct]);
    push.fcm.answers.toAll();
  }, 60_000);

  it('leave a notification that was tried to be sent, and the newest ones', async () => {
    const android = await push.androidOf(zoe);
    push.fcm.answers.toToken(android, { status: 429, body: {} });
    const ids = [await write('@**all** the first one')];
    const attempts = () => push.suite.stores.database.client.pushDelivery.count({ where: { userId: zoe.id, attempts: { gt: 0 } } });
    await push.followed(zoe);
    await expectSoon(attempts, 1);
    for (let n = 0; n < 22; n += 1) ids.push(await write(`@**all** number ${n}`));
    await push.followed(zoe);
    expect(await toBePushed(zoe)).toEqual([ids[0], ...ids.slice(-20)]);
    push.fcm.answers.toToken(android);
    // Without the pause that grew with each attempt.
    await push.suite.stores.database.client.pushDelivery.updateMany({ where: { userId: zoe.id }, data: { dueAt: new Date(0) } });
    await push.fcm.answers.awaited(android, 21);
    expect(pushed(android)).toEqual([ids[0], ...ids.slice(-20)]);
  }, 60_000);

  it('do not count for a person who has read them', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 52; n += 1) ids.push(await write(`@**all** number ${n}`));
    await push.followed(zoe);
    const read = ids.slice(-20);
    await push.suite.stores.call(updateMessageFlags, zoe.caller, { messages: JSON.stringify(read), op: 'add', flag: 'read' });
    ids.push(await write('@**all** one more'), await write('@**all** the last one'));
    await push.followed(zoe);
    expect(await mailed(zoe)).toEqual([...ids.slice(2, -22), ...ids.slice(-2)]);
    await push.suite.stores.call(markAllAsRead, zoe.caller, {});
    const after = await write('@**all** after that');
    await expectSoon(() => mailed(zoe), [after]);
  }, 60_000);

  it('make mails due one after the other, those with a mention of the person first', async () => {
    const others = [];
    for (let n = 0; n < 120; n += 1) others.push(await push.suite.rows.user(people.organization));
    await push.suite.rows.subscription(people.channel, others);
    const last = others.at(-1);
    // Only administrators may mention everyone in a large channel.
    await push.suite.stores.database.direct
      .$executeRaw`UPDATE user_account SET role = 100 WHERE organization_id = ${amir.organizationId} AND id = ${amir.id}`;
    const administrator = { caller: { ...amir.caller, role: 100 as const } };
    await push.suite.toChannel(administrator, people.channel, 'Lunch', `@**all** and @**${last?.fullName}|${last?.id}**`);
    const due = () =>
      push.suite.stores.database.client.missedMailDue.findMany({
        where: { organizationId: people.organization.id },
        orderBy: { dueAt: 'asc' },
      });
    await expectSoon(async () => (await due()).length, 121);
    // Zoe has a longer batching period.
    const inOrder = (await due()).filter(({ userId }) => userId !== zoe.id);
    expect(inOrder.slice(0, 50).map(({ userId }) => userId)).toContain(last?.id);
    const spread = (inOrder.at(-1)?.dueAt.getTime() ?? 0) - (inOrder[0]?.dueAt.getTime() ?? 0);
    expect(spread).toBeGreaterThan(1_500);
  });
});
