import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { addSubmessage, createReminder, deleteMessage, updateMessage } from '@parley/contracts/messaging';
import { DOMAIN_EVENTS } from '@parley/contracts/registry';
import { loggedEvents } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

const SECRET = 'the plan is blue';
const DAY_MS = 24 * 3600 * 1000;

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const { organization, channel, bob } = await suite.channelOfTwo();
  const owner = await suite.rows.user(organization, { role: ROLES.owner });
  await suite.rows.subscription(channel, [owner]);
  return { organization, channel, owner, bob };
}

/** Runs what event-queue runs when every queue has acknowledged everything up to `seq`. */
const erase = (organizationId: number, seq = Number.MAX_SAFE_INTEGER, mostSeconds = 1_800) =>
  suite.client.$queryRaw`SELECT event_log_erase_texts(${organizationId}::int, ${seq}::bigint, ${mostSeconds}::int)`;
const logText = async (organizationId: number) => JSON.stringify(await loggedEvents(suite.suite.database, organizationId));
const noted = (organizationId: number) => suite.client.textToErase.findMany({ where: { organizationId }, orderBy: { messageId: 'asc' } });

describe('the content of a deleted message', () => {
  it('is erased from the log, with earlier content and attachments; that of other messages stays', async () => {
    const { organization, channel, owner } = await setting();
    const poll = await suite.sendToChannel(owner, channel, { content: `/poll ${SECRET}` });
    await suite.call(addSubmessage, owner.caller, {
      message_id: poll,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'new_option', idx: 1, option: SECRET }),
    });
    const edited = await suite.sendToChannel(owner, channel, { content: `first ${SECRET}` });
    const kept = await suite.sendToChannel(owner, channel, { content: 'kept text' });
    await suite.call(updateMessage, owner.caller, { content: `second ${SECRET}` }, { message_id: String(edited) });
    await suite.call(updateMessage, owner.caller, { content: 'kept edit' }, { message_id: String(kept) });
    for (const id of [poll, edited]) await suite.call(deleteMessage, owner.caller, {}, { message_id: String(id) });
    expect(await logText(organization.id)).toContain(SECRET);
    await erase(organization.id);
    const text = await logText(organization.id);
    expect(text).not.toContain(SECRET);
    expect(text).toContain('kept text');
    expect(text).toContain('kept edit');
    expect(await noted(organization.id)).toEqual([]);
  });

  it('is erased where reminders quoted it', async () => {
    const { organization, channel, owner, bob } = await setting();
    const [id, kept] = [
      await suite.sendToChannel(owner, channel, { content: SECRET }),
      await suite.sendToChannel(owner, channel, { content: 'kept text' }),
    ];
    for (const message_id of [id, kept])
      await suite.call(createReminder, bob.caller, { message_id, scheduled_delivery_timestamp: 3_976_300_800, note: 'my note' });
    await suite.call(deleteMessage, owner.caller, {}, { message_id: String(id) });
    await erase(organization.id);
    const text = await logText(organization.id);
    expect(text).not.toContain(SECRET);
    expect(text.split('kept text')).toHaveLength(5);
    expect(text).toContain('my note');
  });

  it('is erased so that events stay readable: a client that was offline receives a message without content, and its deletion', async () => {
    const { organization, channel, owner, bob } = await setting();
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(owner, channel, { content: SECRET });
    await suite.call(updateMessage, owner.caller, { content: `again ${SECRET}` }, { message_id: String(id) });
    await suite.call(deleteMessage, owner.caller, {}, { message_id: String(id) });
    await erase(organization.id);
    for (const { type, payload } of await loggedEvents(suite.suite.database, organization.id)) {
      expect(DOMAIN_EVENTS.get(type)?.payload.safeParse(payload).success).toBe(true);
    }
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['message', 'update_message', 'delete_message'] });
    expect(events).toMatchObject([
      { type: 'message', message: { id, content: '' } },
      { type: 'update_message', message_id: id, orig_content: '', content: '', rendered_content: '' },
      { type: 'delete_message', message_ids: [id] },
    ]);
  });

  it('stays while a queue has not acknowledged what came before the deletion, up to the limit', async () => {
    const { organization, channel, owner } = await setting();
    const id = await suite.sendToChannel(owner, channel, { content: SECRET });
    await suite.call(deleteMessage, owner.caller, {}, { message_id: String(id) });
    const [{ afterSeq = 0n } = {}] = await noted(organization.id);
    await erase(organization.id, Number(afterSeq) - 1);
    expect(await logText(organization.id)).toContain(SECRET);
    await suite.client
      .$executeRaw`UPDATE text_to_erase SET deleted_at = now() - interval '29 minutes' WHERE organization_id = ${organization.id}`;
    await erase(organization.id, 0);
    expect(await logText(organization.id)).toContain(SECRET);
    await suite.client
      .$executeRaw`UPDATE text_to_erase SET deleted_at = now() - interval '31 minutes' WHERE organization_id = ${organization.id}`;
    await erase(organization.id, 0);
    expect(await logText(organization.id)).not.toContain(SECRET);
  });

  it('is erased if retention deleted the message; nothing is listed that the log no longer contains', async () => {
    const organization = await suite.rows.organization({ message_retention_days: 2 });
    const [ann, bob] = [await suite.rows.user(organization), await suite.rows.user(organization)];
    const [recent, old] = [await suite.sendDirect(ann, [bob], { content: SECRET }), await suite.sendDirect(ann, [bob], { content: 'old' })];
    for (const [id, days] of [
      [recent, 3],
      [old, 30],
    ] as const) {
      await suite.client.message.update({ where: { id }, data: { sentAt: new Date(Date.now() - days * DAY_MS) } });
    }
    await suite.client
      .$executeRaw`UPDATE event_log SET at = now() - interval '3 days' WHERE organization_id = ${organization.id} AND seq = 1`;
    await suite.applyRetention();
    expect((await noted(organization.id)).map(({ messageId }) => Number(messageId))).toEqual([recent]);
    await erase(organization.id);
    expect(await logText(organization.id)).not.toContain(SECRET);
  });

  it('stays if the message belongs to another organization', async () => {
    const [one, other] = [await setting(), await setting()];
    for (const { channel, owner } of [one, other]) {
      const id = await suite.sendToChannel(owner, channel, { content: SECRET });
      await suite.call(deleteMessage, owner.caller, {}, { message_id: String(id) });
    }
    await erase(one.organization.id);
    expect(await logText(one.organization.id)).not.toContain(SECRET);
    expect(await logText(other.organization.id)).toContain(SECRET);
  });
});
