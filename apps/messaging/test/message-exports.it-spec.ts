import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteMessageExport, findMessageExport, listExportConsents } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { nextExport } from '../src/exports/claims.repository.js';
import { ExportsSuite, rowsOf } from './exports-suite.js';
import type { MessagingSuite } from './messaging-suite.js';

let exports: ExportsSuite;
let suite: MessagingSuite;
beforeAll(async () => {
  exports = await ExportsSuite.open();
  suite = exports.messaging;
});
afterAll(() => exports.close());

const setting = () => exports.setting();
const start = (by: UserRow, exportType?: number) => exports.start(by, exportType);
const list = (by: UserRow) => exports.list(by);
const ended = (by: UserRow, id: number) => exports.ended(by, id);
const archiveOf = (by: UserRow, id: number) => exports.archiveOf(by, id);
const exported = (by: UserRow, exportType: number) => exports.exported(by, exportType);
const consent = (...people: readonly UserRow[]) => exports.consent(...people);
const find = (by: UserRow, id: number, url: string | null) => exports.find(by, id, url);
const remove = (by: UserRow, id: number) => suite.call(deleteMessageExport, by.caller, {}, { export_id: String(id) });
const refusal = async (answer: Promise<unknown>) => (await suite.refusal(answer)).msg;
const realAddress = async ({ id }: UserRow) => (await suite.client.userAccount.findUniqueOrThrow({ where: { id } })).deliveryEmail;

describe('an export of public data', () => {
  it('has people, groups, channels and messages with what belongs to them, and no secrets', async () => {
    const { organization, ann, bob, olga, channel } = await setting();
    await suite.client.userAccount.update({ where: { id: bob.id }, data: { emailAddressVisibility: 4 } });
    const group = await suite.rows.group(organization, { name: 'planners', members: [ann.id] });
    const id = await suite.sendToChannel(ann, channel, { content: 'Hello **all**', topic: 'greetings' });
    await suite.client.reaction.create({
      data: {
        organizationId: organization.id,
        messageId: id,
        userId: bob.id,
        emojiName: 'tada',
        emojiCode: '1f389',
        reactionType: 'unicode_emoji',
      },
    });
    const started = await start(olga);
    const archive = await archiveOf(olga, started.id);
    expect(rowsOf(archive, 'messages')).toMatchObject([
      { id, sender_id: ann.id, channel_id: channel.id, topic: 'greetings', participants: null, content: 'Hello **all**' },
    ]);
    expect(rowsOf(archive, 'reactions')).toMatchObject([{ message_id: id, user_id: bob.id, emoji_name: 'tada' }]);
    expect(rowsOf(archive, 'channels')).toMatchObject([{ id: channel.id, name: channel.name, is_private: false }]);
    expect(rowsOf(archive, 'groups')).toContainEqual(expect.objectContaining({ id: group, name: 'planners', members: [ann.id] }));
    const people = new Map(rowsOf(archive, 'people').map((row) => [row.id, row]));
    expect([people.get(ann.id)?.email, people.get(bob.id)?.email]).toEqual([await realAddress(ann), bob.email]);
    expect(Object.keys(people.get(ann.id) ?? {})).toEqual([
      'id',
      'full_name',
      'email',
      'role',
      'is_active',
      'is_bot',
      'bot_owner_id',
      'timezone',
      'joined_at',
    ]);
    expect(JSON.parse(archive.get('manifest.json') ?? '')).toMatchObject({
      kind: 'parley-messages',
      exportType: 1,
      organization: { id: organization.id, stringId: organization.stringId },
      rows: { messages: 1, reactions: 1, channels: 1, attachments: 0 },
      files: 0,
      missingFiles: [],
    });
  });

  it('has the messages of all pages, in their order', async () => {
    const { organization, ann, olga, channel } = await setting();
    await suite.sendToChannel(ann, channel, { content: 'first' });
    await suite.suite.database.direct.$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), ${organization.id}, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at, 'message ' || n, '', 'tests'
      FROM message m, generate_series(1, 1200) n WHERE m.organization_id = ${organization.id} ORDER BY n`;
    const contents = await exported(olga, 1);
    expect(contents).toHaveLength(1201);
    expect(contents).toEqual(['first', ...Array.from({ length: 1200 }, (_, n) => `message ${n + 1}`)]);
  });

  it('has nothing of private channels and direct messages, even of people who consent', async () => {
    const { organization, ann, bob, olga, channel } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann]);
    await consent(ann);
    await suite.sendToChannel(ann, channel, { content: 'open' });
    await suite.sendToChannel(ann, secret, { content: 'hidden' });
    await suite.sendDirect(ann, [bob], { content: 'whispered' });
    expect(await exported(olga, 1)).toEqual(['open']);
  });
});

describe('an export with consent', () => {
  it('has what the people who consent may read, and nothing else', async () => {
    const { organization, ann, bob, eve, olga, channel } = await setting();
    const [shared, others, guarded] = [
      await suite.rows.channel(organization, { isPrivate: true, name: 'shared' }),
      await suite.rows.channel(organization, { isPrivate: true, name: 'others' }),
      await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false, name: 'guarded' }),
    ];
    await suite.rows.subscription(shared, [ann, bob]);
    await suite.rows.subscription(others, [bob, eve]);
    await suite.rows.subscription(guarded, [bob]);
    await suite.sendToChannel(bob, guarded, { content: 'before Ann' });
    const { id: afterId } = await suite.client.message.findFirstOrThrow({ where: { channelId: guarded.id } });
    await suite.rows.subscription(guarded, [ann], { afterId });
    await consent(ann);
    await suite.sendToChannel(ann, channel, { content: 'open' });
    await suite.sendToChannel(bob, shared, { content: 'shared' });
    await suite.sendToChannel(bob, others, { content: 'of others' });
    await suite.sendToChannel(bob, guarded, { content: 'with Ann' });
    await suite.sendDirect(bob, [ann], { content: 'to Ann' });
    await suite.sendDirect(bob, [eve], { content: 'to Eve' });
    const archive = await archiveOf(olga, (await start(olga, 2)).id);
    expect(rowsOf(archive, 'messages').map(({ content }) => content)).toEqual(['open', 'shared', 'with Ann', 'to Ann']);
    expect(rowsOf(archive, 'messages').at(-1)?.participants).toEqual([ann.id, bob.id].sort((a, b) => a - b));
    expect(rowsOf(archive, 'channels').map(({ name }) => name)).toEqual([channel.name, 'shared', 'guarded']);
  });

  it('has nothing of a private channel that the person has left', async () => {
    const { organization, ann, bob, olga } = await setting();
    const left = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(left, [ann, bob]);
    await consent(ann);
    await suite.sendToChannel(bob, left, { content: 'while Ann was there' });
    await suite.client.subscription.updateMany({ where: { channelId: left.id, userId: ann.id }, data: { active: false } });
    expect(await exported(olga, 2)).toEqual([]);
  });

  it('shows administrators who consents', async () => {
    const { ann, bob, eve, olga } = await setting();
    await consent(ann);
    await suite.client.userAccount.update({ where: { id: eve.id }, data: { isActive: false } });
    const { export_consents: consents } = await suite.call(listExportConsents, olga.caller, {});
    expect(consents).toEqual(
      [ann, bob, olga].map(({ id }) => ({ user_id: id, consented: id === ann.id, email_address_visibility: expect.any(Number) })),
    );
  });
});

describe('exports', () => {
  it('are refused to members, and unknown in other organizations', async () => {
    const { ann, olga } = await setting();
    const { olga: stranger } = await setting();
    const { id } = await start(olga);
    const { export_url: url } = await ended(olga, id);
    for (const attempt of [start(ann), list(ann), remove(ann, id), suite.call(listExportConsents, ann.caller, {})]) {
      expect(await refusal(attempt)).toBe('Must be an organization administrator');
    }
    expect(await list(stranger)).toEqual([]);
    for (const known of [id, 2 ** 31, 1_999_999_999]) expect(await refusal(remove(stranger, known))).toBe('Invalid data export ID');
    for (const by of [ann, stranger]) {
      await expect(find(by, id, url)).rejects.toMatchObject({ status: 404 });
    }
    await expect(suite.suite.rpc.call(findMessageExport, { exportId: id, file: 'x.tar.gz' }, olga.caller)).rejects.toMatchObject({
      status: 404,
    });
  });

  it('are deleted with their archive, once', async () => {
    const { olga } = await setting();
    const { id } = await start(olga);
    const { export_url: url } = await ended(olga, id);
    const { key } = await find(olga, id, url);
    await remove(olga, id);
    expect(await suite.suite.storage.size(key)).toBeUndefined();
    expect(await list(olga)).toMatchObject([{ id, pending: false, export_url: null, deleted_timestamp: expect.any(Number) }]);
    expect(await refusal(remove(olga, id))).toBe('Export already deleted');
  });

  it('that are pending or failed cannot be deleted', async () => {
    const { organization, olga } = await setting();
    const row = { organizationId: organization.id, actingUserId: olga.id, exportType: 1, nextAt: new Date(Date.now() + 3_600_000) };
    const { id: pending } = await suite.client.messageExport.create({ data: row });
    const { id: failed } = await suite.client.messageExport.create({ data: { ...row, state: 'failed', endedAt: new Date() } });
    expect(await refusal(remove(olga, pending))).toBe('Export still in progress');
    expect(await refusal(remove(olga, failed))).toBe('Export failed, nothing to delete');
  });

  it('are limited in a day and in size', async () => {
    const { organization, olga } = await setting();
    const past = { organizationId: organization.id, actingUserId: olga.id, exportType: 1, state: 'deleted' };
    await suite.client.messageExport.createMany({ data: Array.from({ length: 20 }, () => past) });
    expect(await refusal(start(olga))).toBe('Exceeded rate limit.');
    await suite.client.messageExport.updateMany({
      where: { organizationId: organization.id },
      data: { requestedAt: new Date('2020-01-01') },
    });
    await suite.client.uploadUsage.create({ data: { organizationId: organization.id, bytes: 21n * 2n ** 30n } });
    expect(await refusal(start(olga))).toMatch(/^The organization has too many messages or files/);
  });
});

describe('the next export', () => {
  it('is of the organization that had the fewest on this day', async () => {
    const [busy, quiet] = [await setting(), await setting()];
    const row = ({ organization, olga }: typeof busy) => ({ organizationId: organization.id, actingUserId: olga.id, exportType: 1 });
    await suite.client.messageExport.create({ data: { ...row(busy), state: 'succeeded', endedAt: new Date() } });
    const waiting = { state: 'requested', nextAt: new Date('2020-01-01') };
    const data = [
      { ...row(busy), ...waiting },
      { ...row(quiet), ...waiting, nextAt: new Date('2020-01-02') },
    ];
    const ids = await suite.client.messageExport.createManyAndReturn({ data });
    expect(await nextExport(suite.suite.database.direct)).toMatchObject({ organizationId: quiet.organization.id });
    await suite.client.messageExport.updateMany({ where: { id: { in: ids.map(({ id }) => id) } }, data: { state: 'deleted' } });
  });
});

describe('the audit log', () => {
  it('has who asked for an export, and what became of it', async () => {
    const { organization, olga } = await setting();
    const { id } = await start(olga);
    await ended(olga, id);
    await remove(olga, id);
    const found = await suite.client.auditLog.findMany({
      where: { organizationId: organization.id, kind: { startsWith: 'message_export.' } },
      orderBy: { id: 'asc' },
    });
    expect(found.map(({ kind, subject, actorId, changes }) => [kind, subject, actorId, Object(changes).state?.new])).toEqual([
      ['message_export.created', String(id), olga.id, 'requested'],
      ['message_export.changed', String(id), null, 'started'],
      ['message_export.changed', String(id), null, 'succeeded'],
      ['message_export.changed', String(id), olga.id, 'deleted'],
    ]);
  });
});
