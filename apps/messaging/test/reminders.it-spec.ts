import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteMessage, deleteReminder, MAX_REMINDERS } from '@parley/contracts/messaging';
import { expectEventsExplainState, expectSoon, type UserRow } from '@parley/testing';
import { DueSuite, LATER } from './due-suite.js';

let suite: DueSuite;
beforeAll(async () => {
  suite = await DueSuite.open();
});
afterAll(() => suite.close());

type Fields = Readonly<Record<string, unknown>>;
const remove = (by: UserRow, id: number | string) => suite.messaging.call(deleteReminder, by.caller, {}, { reminder_id: String(id) });
const refusal = (answer: Promise<unknown>) => suite.messaging.refusal(answer);

describe('a reminder', () => {
  it('is listed with what the notification bot will say', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const messageId = await suite.messaging.sendToChannel(bob, channel, { content: 'Shall **we**?' });
    const id = await suite.remind(ann, messageId, { note: '\nCall them ' });
    const [listed] = await suite.reminders(ann);
    expect(listed).toMatchObject({
      reminder_id: id,
      type: 'private',
      to: [ann.id],
      scheduled_delivery_timestamp: LATER,
      failed: false,
      reminder_target_message_id: messageId,
    });
    expect(listed?.content.split('\n')).toEqual([
      `You requested a reminder for #**${channel.name}>plans@${messageId}**. Note:`,
      ' > Call them',
      '',
      expect.stringMatching(
        new RegExp(`^@_\\*\\*Bob\\|${bob.id}\\*\\* \\[said\\]\\(https?://${organization.stringId}\\..*/topic/plans/near/${messageId}\\):$`),
      ),
      '```quote',
      'Shall **we**?',
      '```',
    ]);
    expect(listed?.rendered_content).toContain(`/near/${messageId}`);
    expect(listed?.rendered_content).toContain('<strong>we</strong>');
    expect(listed?.rendered_content).toContain('class="message-link"');
    expect(await suite.reminders(bob)).toEqual([]);
  });

  it('can be about a direct message, for a guest too', async () => {
    const { ann, guest } = await suite.setting();
    const messageId = await suite.messaging.sendDirect(ann, [guest], { content: 'Hi' });
    await suite.remind(guest, messageId);
    const [listed] = await suite.reminders(guest);
    expect(listed?.content).toMatch(/^You requested a reminder for the following direct message\.\n\n@_\*\*Ann\|/);
  });

  it('is refused for a message that the user may not read, as if it did not exist', async () => {
    const { organization, ann, bob, eve, guest, channel } = await suite.setting();
    const away = await suite.setting();
    const direct = await suite.messaging.sendDirect(ann, [bob]);
    const inChannel = await suite.messaging.sendToChannel(ann, channel);
    const elsewhere = await suite.messaging.sendToChannel(away.ann, away.channel);
    const before = await suite.messaging.rowCounts(organization.id);
    const attempts: readonly (readonly [UserRow, number])[] = [
      [eve, direct],
      [guest, inChannel],
      [ann, elsewhere],
      [ann, 999_999_999],
      [ann, 0],
      [ann, 2 ** 52],
    ];
    for (const [by, messageId] of attempts) {
      const refused = await refusal(suite.remind(by, messageId));
      expect([refused.status, refused.code, refused.msg]).toEqual([400, 'BAD_REQUEST', 'Invalid message(s)']);
    }
    expect(await suite.messaging.rowCounts(organization.id)).toEqual(before);
  });

  it.each<[string, Fields, string]>([
    ['a time that has passed', { scheduled_delivery_timestamp: 1_000_000_000 }, 'Scheduled delivery time must be in the future.'],
    ['a note that is too long', { note: 'x'.repeat(1_001) }, 'Maximum reminder note length: 1000 characters'],
    ['a null byte', { note: 'a\0' }, 'Reminder note must not contain null bytes'],
  ])('is refused with %s', async (_, fields, msg) => {
    const { ann, channel } = await suite.setting();
    const messageId = await suite.messaging.sendToChannel(ann, channel);
    expect((await refusal(suite.remind(ann, messageId, fields))).msg).toBe(msg);
    expect(await suite.reminders(ann)).toEqual([]);
  });

  it('is one of a limited number', async () => {
    const { organization, ann, channel } = await suite.setting();
    const messageId = await suite.messaging.sendToChannel(ann, channel);
    const row = { organizationId: organization.id, userId: ann.id, messageId, note: '', content: 'x', rendered: 'x' };
    const dueAt = new Date(LATER * 1000);
    await suite.client.reminder.createMany({ data: Array.from({ length: MAX_REMINDERS - 1 }, () => ({ ...row, dueAt })) });
    await suite.remind(ann, messageId);
    expect((await refusal(suite.remind(ann, messageId))).msg).toBe('You cannot have more than 500 reminders.');
  });

  it('is deleted by its owner only', async () => {
    const { ann, bob, channel } = await suite.setting();
    const away = await suite.setting();
    const id = await suite.remind(ann, await suite.messaging.sendToChannel(ann, channel));
    for (const [user, which] of [
      [bob, id],
      [away.ann, id],
      [ann, 999_999_999],
      [ann, '999999999999999'],
    ] as const) {
      const refused = await refusal(remove(user, which));
      expect([refused.status, refused.code, refused.msg]).toEqual([404, 'BAD_REQUEST', 'Reminder does not exist']);
    }
    await remove(ann, id);
    expect(await suite.reminders(ann)).toEqual([]);
  });
});

describe('events explain the state (P5)', () => {
  it('of reminders, for all clients of their owner and for no one else', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const { messaging } = suite;
    const messageId = await messaging.sendToChannel(ann, channel);
    await suite.remind(ann, messageId);
    const [before, mark] = [await messaging.registerFields(ann), await messaging.mark(organization.id)];
    await suite.remind(ann, messageId);
    await remove(ann, await suite.remind(ann, messageId, { note: 'again' }));
    const events = await messaging.eventsSince(mark, ann);
    expect(events.map(({ type, op }) => [type, op])).toEqual([
      ['reminders', 'add'],
      ['reminders', 'add'],
      ['reminders', 'remove'],
    ]);
    const after = await messaging.registerFields(ann);
    expect(after.reminders).toHaveLength(2);
    expectEventsExplainState({ before, events, after, userId: ann.id });
    expect(await messaging.eventsSince(mark, bob)).toEqual([]);
  });

  it('when the message is deleted: the reminder quotes it no more', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const { messaging } = suite;
    const messageId = await messaging.sendToChannel(ann, channel, { content: 'confidential' });
    await suite.remind(bob, messageId, { note: 'a < b' });
    const [before, mark] = [await messaging.registerFields(bob), await messaging.mark(organization.id)];
    await messaging.call(deleteMessage, ann.caller, {}, { message_id: String(messageId) });
    const after = await messaging.registerFields(bob);
    expect(after.reminders).toMatchObject([
      {
        content: 'You requested a reminder for a message that you can no longer read. Note:\n > a < b',
        rendered_content: '<p>You requested a reminder for a message that you can no longer read. Note:<br>\n &gt; a &lt; b</p>',
      },
    ]);
    await expectSoon(
      () => suite.client.reminder.count({ where: { organizationId: organization.id, content: { contains: 'confidential' } } }),
      0,
    );
    const events = await messaging.eventsSince(mark, bob);
    expectEventsExplainState({ before, events, after, userId: bob.id });
  });

  it('when a message is deleted of which very many want to be reminded', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const { messaging } = suite;
    const { id: organizationId } = organization;
    const messageId = await messaging.sendToChannel(ann, channel, { content: 'confidential' });
    await suite.remind(bob, messageId);
    const row = { organizationId, userId: 1_000_000, messageId, note: '', content: 'confidential', rendered: 'confidential' };
    const many = Array.from({ length: 3_000 }, (_, n) => ({ ...row, userId: row.userId + n, dueAt: new Date(LATER * 1000) }));
    await suite.client.reminder.createMany({ data: many });
    const mark = await messaging.mark(organizationId);
    await messaging.call(deleteMessage, ann.caller, {}, { message_id: String(messageId) });
    // Before all rows are changed.
    expect(await suite.reminders(bob)).toMatchObject([{ content: 'You requested a reminder for a message that you can no longer read.' }]);
    await expectSoon(() => suite.client.reminder.count({ where: { organizationId, content: 'confidential' } }), 0);
    // The transaction of the deletion does not depend on their number.
    const { at } = await suite.client.eventLog.findFirstOrThrow({ where: { organizationId, type: 'messages.deleted' } });
    expect(await suite.client.eventLog.count({ where: { organizationId, at } })).toBeLessThan(10);
    const types = (await messaging.eventsSince(mark, bob)).map(({ type, op }) => [type, op]);
    expect(types).toEqual(
      expect.arrayContaining([
        ['delete_message', undefined],
        ['reminders', 'remove'],
        ['reminders', 'add'],
      ]),
    );
  });
});
