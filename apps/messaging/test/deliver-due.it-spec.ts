import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { editScheduledMessage } from '@parley/contracts/messaging';
import { Prisma } from '@parley/persistence';
import { expectEventsExplainState, expectSoon, type OrganizationRow, statementOf, type UserRow } from '@parley/testing';
import { claimDueOrganizations } from '../src/due/due.repository.js';
import { DueSuite, LATER } from './due-suite.js';

let suite: DueSuite;
beforeAll(async () => {
  suite = await DueSuite.open();
});
afterAll(() => suite.close());

const edit = (by: UserRow, id: number, fields: Readonly<Record<string, unknown>>) =>
  suite.messaging.call(editScheduledMessage, by.caller, fields, { scheduled_message_id: String(id) });
const soon = () => Math.floor(Date.now() / 1_000) + 2;
const failures = (organization: OrganizationRow) =>
  suite.client.scheduledMessage.findMany({ where: { organizationId: organization.id }, orderBy: { id: 'asc' }, select: { failure: true } });

describe('a scheduled message that is due', () => {
  it('is sent at its time, by its writer, and is scheduled no more', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const mark = await suite.messaging.mark(organization.id);
    const time = soon();
    await suite.schedule(ann, { type: 'channel', to: channel.id, content: '@**Bob** now', scheduled_delivery_timestamp: time });
    await expectSoon(async () => (await suite.scheduled(ann)).length, 0);
    const { messages } = await suite.messaging.read(bob, []);
    expect(messages).toMatchObject([{ sender_id: ann.id, subject: 'plans', client: 'tests', flags: ['mentioned'] }]);
    expect(messages[0]?.timestamp).toBeGreaterThanOrEqual(time);
    const events = await suite.messaging.eventsSince(mark, ann);
    expect(events.map(({ type, op }) => [type, op])).toEqual([
      ['scheduled_messages', 'add'],
      ['user_topic', undefined],
      ['message', undefined],
      // It was the first message of the channel.
      ['stream', 'update'],
      ['scheduled_messages', 'remove'],
    ]);
    expect(await suite.client.dueOrganization.count({ where: { organizationId: organization.id } })).toBeLessThanOrEqual(1);
  });

  it('is explained by events, like everything that a send changes (P5)', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    await suite.schedule(ann, { type: 'channel', to: channel.id });
    await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    const people = [ann, bob];
    const before = await Promise.all(people.map((user) => suite.messaging.registerFields(user)));
    const mark = await suite.messaging.mark(organization.id);
    await suite.deliver(organization);
    for (const [index, user] of people.entries()) {
      const events = await suite.messaging.eventsSince(mark, user);
      const after = await suite.messaging.registerFields(user);
      expectEventsExplainState({ before: before[index] ?? {}, events, after, userId: user.id });
    }
    expect(await suite.texts(bob)).toEqual(['later', 'later']);
  });

  it.each([
    ['website', undefined, ['read']],
    ['tests', undefined, []],
    ['website', false, []],
    ['tests', true, ['read']],
  ])('is read for its writer as with any message: %s, %j', async (clientName, requested, flags) => {
    const { organization, ann, channel } = await suite.setting();
    const fields = { type: 'channel', to: channel.id, ...(requested === undefined ? {} : { read_by_sender: requested }) };
    await suite.schedule(ann, fields, { clientName });
    await suite.deliver(organization);
    const { messages } = await suite.messaging.read(ann, []);
    expect(messages).toMatchObject([{ flags, client: clientName }]);
  });

  it('to its writer alone arrives unread', async () => {
    const { organization, ann } = await suite.setting();
    await suite.schedule(ann, { type: 'direct', to: [ann.id] }, { clientName: 'website' });
    await suite.deliver(organization);
    expect((await suite.messaging.read(ann, [])).messages).toMatchObject([{ flags: [] }]);
  });

  it('is sent in the order of the times, however many are due', async () => {
    const { organization, ann, bob } = await suite.setting();
    const texts = Array.from({ length: 45 }, (_, n) => `message ${n}`);
    for (const content of texts) await suite.schedule(ann, { type: 'direct', to: [bob.id], content });
    await suite.deliver(organization, 3_600);
    expect(await suite.texts(bob)).toEqual(texts);
  });

  it('as it was changed last', async () => {
    const { organization, ann, bob } = await suite.setting();
    const id = await suite.schedule(ann, { type: 'direct', to: [bob.id], content: 'first' });
    await edit(ann, id, { content: 'second' });
    await suite.deliver(organization);
    expect(await suite.texts(bob)).toEqual(['second']);
  });

  it('is sent once if several processes look at the same time', async () => {
    const { organization, ann, bob } = await suite.setting();
    for (let n = 0; n < 30; n += 1) await suite.schedule(ann, { type: 'direct', to: [bob.id], content: `message ${n}` });
    await suite.makeDue(organization);
    // As if the process that works on it was so slow that its claim ended.
    const disturb = setInterval(() => {
      suite.client.$executeRaw`UPDATE due_organization SET next_at = now() WHERE organization_id = ${organization.id}`.catch(
        () => undefined,
      );
    }, 20);
    try {
      await suite.untilDelivered(organization);
    } finally {
      clearInterval(disturb);
    }
    const texts = await suite.texts(bob);
    expect(texts).toEqual(Array.from({ length: 30 }, (_, n) => `message ${n}`));
  });
});

describe('a scheduled message that may not be sent when it is due', () => {
  const told = (reason: string) =>
    expect.stringMatching(
      new RegExp(
        `^The message you scheduled for <time:[\\dT:+-]+> was not sent because of the following error:\\n\\n> ${reason}\\n\\n\\[View scheduled messages\\]\\(#scheduled\\)$`,
      ),
    );

  it('stays, says so, and its writer is told why by the notification bot', async () => {
    const { organization, ann, bob, bot, channel } = await suite.setting();
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id });
    await suite.client.channel.update({ where: { id: channel.id }, data: { canSendMessageGroup: organization.groups['role:nobody'] } });
    const [before, mark] = [await suite.messaging.registerFields(ann), await suite.messaging.mark(organization.id)];
    await suite.deliver(organization);
    expect(await suite.scheduled(ann)).toMatchObject([{ scheduled_message_id: id, failed: true, content: 'later' }]);
    expect(await suite.texts(bob)).toEqual([]);
    expect(await suite.texts(ann)).toEqual([told('You do not have permission to post in this channel\\.')]);
    const { messages } = await suite.messaging.read(ann, []);
    expect(messages).toMatchObject([{ sender_id: bot.id, type: 'private', flags: [] }]);
    const events = await suite.messaging.eventsSince(mark, ann);
    expect(events.map(({ type }) => type)).toEqual(['scheduled_messages', 'message']);
    expectEventsExplainState({ before, events, after: await suite.messaging.registerFields(ann), userId: ann.id });
  });

  it('is tried once, and again after it gets a new time', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id });
    const { groups } = organization;
    const allow = (group: number) => suite.client.channel.update({ where: { id: channel.id }, data: { canSendMessageGroup: group } });
    await allow(groups['role:nobody']);
    await suite.deliver(organization);
    await suite.untilDelivered(organization);
    expect(await suite.texts(ann)).toHaveLength(1);
    await allow(groups['role:everyone']);
    expect((await suite.messaging.refusal(edit(ann, id, { content: 'new' }))).msg).toBe('Scheduled delivery time must be in the future.');
    await edit(ann, id, { content: 'new', scheduled_delivery_timestamp: LATER });
    expect(await suite.scheduled(ann)).toMatchObject([{ failed: false, content: 'new' }]);
    await suite.deliver(organization);
    expect(await suite.scheduled(ann)).toEqual([]);
    expect(await suite.texts(bob)).toEqual(['new']);
  });

  it.each<[string, (made: Awaited<ReturnType<DueSuite['setting']>>) => Promise<unknown>, string]>([
    [
      'the channel is archived',
      ({ channel }) => suite.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } }),
      "Not authorized to send to channel '.*'",
    ],
    [
      'the writer left the private channel',
      async ({ channel, ann }) => {
        await suite.client.channel.update({ where: { id: channel.id }, data: { isPrivate: true } });
        await suite.client.subscription.updateMany({ where: { channelId: channel.id, userId: ann.id }, data: { active: false } });
      },
      "Channel with ID '\\d+' does not exist",
    ],
    [
      'a group may not be mentioned any more',
      async ({ organization }) =>
        suite.client.userGroup.updateMany({
          where: { organizationId: organization.id, name: 'friends' },
          data: { settings: { can_mention_group: organization.groups['role:nobody'] } },
        }),
      "You are not allowed to mention user group 'friends'\\.",
    ],
  ])('because %s', async (_, change, reason) => {
    const made = await suite.setting();
    await suite.messaging.rows.group(made.organization, { name: 'friends', members: [made.bob.id] });
    await suite.schedule(made.ann, { type: 'channel', to: made.channel.id, content: 'hello @*friends*' });
    await change(made);
    await suite.deliver(made.organization);
    expect(await suite.scheduled(made.ann)).toMatchObject([{ failed: true }]);
    expect(await suite.texts(made.ann)).toEqual([told(reason)]);
  });

  it('because the recipient is deactivated', async () => {
    const { organization, ann, bob } = await suite.setting();
    await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    await suite.client.userAccount.update({ where: { id: bob.id }, data: { isActive: false } });
    await suite.deliver(organization);
    expect(await suite.texts(ann)).toEqual([told("'.*' is no longer using Parley\\.")]);
  });

  it('does not hold up those after it', async () => {
    const { organization, ann, bob, eve } = await suite.setting();
    await suite.schedule(ann, { type: 'direct', to: [eve.id] });
    await suite.schedule(ann, { type: 'direct', to: [bob.id], content: 'after it' });
    await suite.client.userAccount.update({ where: { id: eve.id }, data: { isActive: false } });
    await suite.deliver(organization);
    expect(await suite.texts(bob)).toEqual(['after it']);
  });

  it('of a deactivated writer fails without a message to anyone', async () => {
    const { organization, ann, bob } = await suite.setting();
    await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    await suite.client.userAccount.update({ where: { id: ann.id }, data: { isActive: false } });
    await suite.deliver(organization);
    expect(await failures(organization)).toEqual([{ failure: 'Account is deactivated' }]);
    expect(await suite.client.message.count({ where: { organizationId: organization.id } })).toBe(0);
  });
});

describe('after a downtime', () => {
  it('of hours, what was due meanwhile is sent; after a week, its writers are told instead', async () => {
    const { organization, ann, bob } = await suite.setting();
    await suite.schedule(ann, { type: 'direct', to: [bob.id], content: 'of last night' });
    await suite.deliver(organization, 23 * 3_600);
    await suite.schedule(ann, { type: 'direct', to: [bob.id], content: 'of last week' });
    await suite.deliver(organization, 7 * 24 * 3_600);
    expect(await suite.texts(bob)).toEqual(['of last night']);
    expect(await suite.scheduled(ann)).toMatchObject([{ content: 'of last week', failed: true }]);
    expect((await suite.texts(ann)).at(-1)).toContain('> Message could not be sent at the scheduled time.');
  });

  it('of a week, each writer is told once, of all their messages', async () => {
    const { organization, ann, bob } = await suite.setting();
    for (let n = 0; n < 30; n += 1) await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    await suite.schedule(bob, { type: 'direct', to: [bob.id] });
    const [before, mark] = [await suite.messaging.registerFields(ann), await suite.messaging.mark(organization.id)];
    await suite.deliver(organization, 7 * 24 * 3_600);
    expect(await suite.texts(ann)).toEqual([expect.stringMatching(/^30 messages that you scheduled, the first for <time:.*were not sent/)]);
    expect(await suite.texts(bob)).toEqual([expect.stringMatching(/^The message you scheduled/)]);
    const after = await suite.messaging.registerFields(ann);
    expect(after.scheduled_messages).toHaveLength(30);
    expectEventsExplainState({ before, events: await suite.messaging.eventsSince(mark, ann), after, userId: ann.id });
  });

  it('of a week, reminders are sent all the same', async () => {
    const { organization, ann, channel } = await suite.setting();
    await suite.remind(ann, await suite.messaging.sendToChannel(ann, channel));
    await suite.deliver(organization, 7 * 24 * 3_600);
    expect(await suite.reminders(ann)).toEqual([]);
    expect(await suite.texts(ann)).toHaveLength(2);
  });
});

describe('a deactivated organization', () => {
  it('sends nothing until it is active again', async () => {
    const { organization, ann, bob } = await suite.setting();
    const { id } = organization;
    await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    const deactivate = (isDeactivated: boolean) =>
      suite.client.organization.update({ where: { id }, data: { deactivatedAt: isDeactivated ? new Date() : null } });
    const look = async () => (await suite.client.dueOrganization.findUniqueOrThrow({ where: { organizationId: id } })).nextAt;
    await deactivate(true);
    await suite.makeDue(organization, 600);
    // It is looked at again after as long as it has been due.
    await expectSoon(async () => (await look()).getTime() > Date.now() + 60_000, true);
    expect((await look()).getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000);
    expect(await suite.client.message.count({ where: { organizationId: id } })).toBe(0);
    await deactivate(false);
    await suite.deliver(organization);
    expect(await suite.texts(bob)).toEqual(['later']);
  });
});

describe('organizations', () => {
  it('take turns: one with many due messages does not delay another', async () => {
    const [large, small] = [await suite.setting(), await suite.setting()];
    const count = 400;
    const row = { organizationId: large.organization.id, userId: large.ann.id, type: 'private', recipientIds: [large.bob.id], topic: '' };
    const full = { ...row, content: 'one of many', rendered: 'x', readBySender: true, clientName: 'tests', dueAt: new Date(LATER * 1000) };
    await suite.client.scheduledMessage.createMany({ data: Array.from({ length: count }, () => full) });
    await suite.client.dueOrganization.create({ data: { organizationId: large.organization.id, nextAt: new Date(LATER * 1000) } });
    await suite.schedule(small.ann, { type: 'direct', to: [small.bob.id] });
    await suite.makeDue(large.organization, 3_600);
    await suite.makeDue(small.organization, 1);
    await suite.untilDelivered(small.organization);
    const left = await suite.countDue(large.organization.id);
    expect(left).toBeGreaterThan(count / 2);
    await suite.untilDelivered(large.organization);
    expect(await suite.client.message.count({ where: { organizationId: large.organization.id } })).toBe(count);
  });

  it('in which nothing is due are not read', async () => {
    await suite.client.$executeRaw`
      INSERT INTO due_organization (organization_id, next_at)
      SELECT 1000000 + n, now() + interval '1 day' + n * interval '1 second' FROM generate_series(1, 20000) AS n`;
    await suite.client.$executeRaw`ANALYZE due_organization`;
    const statement = await statementOf((reader) => claimDueOrganizations(reader, 4, 15));
    const plan = await suite.client.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${statement}`);
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    // A condition that is only a filter reads the whole index.
    expect(text).toMatch(/Index Scan using due_organization_next on due_organization w[^\n]*\n *Index Cond: \(next_at <= now\(\)\)/);
    await suite.client.$executeRaw`DELETE FROM due_organization WHERE organization_id > 1000000`;
  });
});

describe('a reminder that is due', () => {
  it('is sent by the notification bot, unread, with the message as it is now', async () => {
    const { organization, ann, bob, bot, channel } = await suite.setting();
    const messageId = await suite.messaging.sendToChannel(bob, channel, { content: 'first' });
    await suite.remind(ann, messageId, { note: 'Call @**Bob**' });
    await suite.client.message.updateMany({ where: { id: messageId, organizationId: organization.id }, data: { content: 'second' } });
    const [before, mark] = [await suite.messaging.registerFields(ann), await suite.messaging.mark(organization.id)];
    await suite.deliver(organization);
    const { messages } = await suite.messaging.read(ann, [], { apply_markdown: false });
    expect(messages.at(-1)).toMatchObject({ sender_id: bot.id, type: 'private', flags: [] });
    expect(messages.at(-1)?.content).toMatch(
      /^You requested a reminder for #\*\*.*Note:\n > Call @\*\*Bob\*\*\n\n(.|\n)*```quote\nsecond\n```$/,
    );
    expect(await suite.messaging.flagsOf(bob, messages.at(-1)?.id ?? 0)).toBeUndefined();
    const events = await suite.messaging.eventsSince(mark, ann);
    expect(events.map(({ type, op }) => [type, op])).toEqual([
      ['message', undefined],
      ['reminders', 'remove'],
    ]);
    expectEventsExplainState({ before, events, after: await suite.messaging.registerFields(ann), userId: ann.id });
  });

  it('does not quote a message that the user may not read any more', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const messageId = await suite.messaging.sendToChannel(ann, channel, { content: 'confidential' });
    await suite.remind(bob, messageId, { note: 'Call' });
    await suite.client.channel.update({ where: { id: channel.id }, data: { isPrivate: true, historyPublicToSubscribers: false } });
    await suite.client.subscription.updateMany({ where: { channelId: channel.id, userId: bob.id }, data: { active: false } });
    await suite.deliver(organization);
    expect(await suite.texts(bob)).toEqual(['You requested a reminder for a message that you can no longer read. Note:\n > Call']);
  });

  it('of a deactivated user stays', async () => {
    const { organization, ann, channel } = await suite.setting();
    await suite.remind(ann, await suite.messaging.sendToChannel(ann, channel));
    await suite.client.userAccount.update({ where: { id: ann.id }, data: { isActive: false } });
    await suite.deliver(organization);
    expect(await suite.client.reminder.findMany({ where: { organizationId: organization.id } })).toMatchObject([{ failed: true }]);
    expect(await suite.client.message.count({ where: { organizationId: organization.id } })).toBe(1);
  });
});

describe('an unexpected error', () => {
  it('is retried; after some attempts the writer is told, and the next message is sent', async () => {
    const { organization, ann, bob } = await suite.setting();
    const id = await suite.schedule(ann, { type: 'direct', to: [bob.id], content: 'refused' });
    await suite.schedule(ann, { type: 'direct', to: [bob.id], content: 'after it' });
    await suite.client.scheduledMessage.updateMany({ where: { organizationId: organization.id, id }, data: { attempts: 4 } });
    // A statement fails in a way that says nothing about the message.
    await suite.client.$executeRawUnsafe(`
      CREATE FUNCTION refuse_text() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.content = 'refused' THEN RAISE EXCEPTION 'unexpected' USING ERRCODE = '22000'; END IF; RETURN NEW; END $$`);
    await suite.client.$executeRawUnsafe('CREATE TRIGGER refuse BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION refuse_text()');
    await suite.deliver(organization);
    expect(await suite.texts(bob)).toEqual(['after it']);
    expect((await suite.texts(ann)).toSorted()).toEqual([expect.stringContaining('> Internal server error'), 'after it']);
    // With a new time it is tried once more. It holds up the others no more.
    const stored = () =>
      suite.client.scheduledMessage.findUniqueOrThrow({ where: { organizationId_id: { organizationId: organization.id, id } } });
    expect(await stored()).toMatchObject({ attempts: 6 });
    await edit(ann, id, { scheduled_delivery_timestamp: LATER });
    await suite.deliver(organization);
    expect(await stored()).toMatchObject({ attempts: 7, failure: 'Internal server error' });
    await suite.client.$executeRawUnsafe('DROP TRIGGER refuse ON message');
  });
});
