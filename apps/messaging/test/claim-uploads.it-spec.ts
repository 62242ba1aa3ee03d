import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readViewer } from '@parley/access';
import { MESSAGE_ATTRS } from '@parley/contracts';
import { deleteMessage, sendMessage, updateMessage } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { baseConfig } from '@parley/runtime';
import { statementsDuring, type UserRow } from '@parley/testing';
import { relinkMessage } from '../src/attachments/message-links.js';
import { AttachmentsSuite } from './attachments-suite.js';
import { SpectatedOrganizationModule, spectated } from './spectated-organization.js';

let uploads: AttachmentsSuite;
beforeAll(async () => {
  uploads = await AttachmentsSuite.open();
  await uploads.messaging.suite.start('organization', SpectatedOrganizationModule, baseConfig);
});
afterAll(() => uploads.close());

async function setting(settings: Parameters<typeof uploads.messaging.rows.organization>[0] = {}) {
  const { rows } = uploads.messaging;
  const organization = await rows.organization(settings);
  const [ann, bob, carol] = [await rows.user(organization), await rows.user(organization), await rows.user(organization)];
  const guest = await rows.user(organization, { role: 600 });
  const secret = await rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
  const open = await rows.channel(organization);
  await rows.subscription(secret, [ann, bob]);
  return { organization, ann, bob, carol, guest, secret, open };
}

const linking = ({ url }: { url: string }) => ({ content: `look: [it](${url})` });

describe('a message that links an upload', () => {
  it('grants access to everyone who may read the message, and notifies the owner', async () => {
    const { ann, bob, carol, secret } = await setting();
    const upload = await uploads.upload(ann);
    const ids: number[] = [];
    const events = await uploads.explained(ann, async () => ids.push(await uploads.messaging.sendToChannel(ann, secret, linking(upload))));
    expect(events).toMatchObject([{ op: 'update', attachment: { path_id: upload.pathId, messages: [{ id: ids[0] }] } }]);
    expect(await Promise.all([ann, bob, carol].map((user) => uploads.mayRead(user, upload.pathId)))).toEqual([true, true, false]);
    const { attrs } = await uploads.messaging.client.message.findUniqueOrThrow({ where: { id: ids[0] ?? 0 } });
    expect(attrs & MESSAGE_ATTRS.hasAttachment).not.toBe(0);
  });

  it('grants access in a public channel to members, to guests only while subscribed, and to no one in another organization', async () => {
    const { ann, carol, guest, open } = await setting();
    const { ann: stranger } = await setting();
    const upload = await uploads.upload(ann);
    await uploads.messaging.sendToChannel(ann, open, linking(upload));
    const readers = () => Promise.all([carol, guest, stranger].map((user) => uploads.mayRead(user, upload.pathId)));
    expect(await readers()).toEqual([true, false, false]);
    await uploads.messaging.rows.subscription(open, [guest]);
    expect(await readers()).toEqual([true, true, false]);
  });

  it('returns the upload that no message links any more when an edit links another one', async () => {
    const { ann, bob, secret } = await setting();
    const [first, second] = [await uploads.upload(ann), await uploads.upload(ann)];
    const id = await uploads.messaging.sendToChannel(ann, secret, linking(first));
    const edited = await uploads.messaging.call(updateMessage, ann.caller, linking(second), { message_id: String(id) });
    expect(edited.detached_uploads).toMatchObject([{ path_id: first.pathId, messages: [] }]);
    expect(await Promise.all([first, second].map(({ pathId }) => uploads.mayRead(bob, pathId)))).toEqual([false, true]);
  });

  it('keeps it from being deleted as unused', async () => {
    const { ann, open } = await setting();
    const upload = await uploads.upload(ann);
    await uploads.messaging.sendToChannel(ann, open, linking(upload));
    await uploads.eraseFiles(new Date(Date.now() + 30 * 24 * 3600 * 1000));
    expect(await uploads.mayRead(ann, upload.pathId)).toBe(true);
  });

  it('grants no access if its sender may not read the upload', async () => {
    const { ann, bob, carol, open } = await setting();
    const { ann: stranger, open: elsewhere } = await setting();
    const upload = await uploads.upload(ann);
    expect(await uploads.explained(ann, () => uploads.messaging.sendToChannel(carol, open, linking(upload)))).toEqual([]);
    await uploads.messaging.sendToChannel(stranger, elsewhere, linking(upload));
    expect(await Promise.all([bob, carol, stranger].map((user) => uploads.mayRead(user, upload.pathId)))).toEqual([false, false, false]);
  });

  it('grants access if its sender may read the upload', async () => {
    const { ann, bob, carol } = await setting();
    const upload = await uploads.upload(ann);
    await uploads.messaging.sendDirect(ann, [bob], linking(upload));
    await uploads.messaging.sendDirect(bob, [carol], linking(upload));
    expect(await uploads.mayRead(carol, upload.pathId)).toBe(true);
    // Ann may not know what bob sent to carol.
    expect((await uploads.list(ann)).attachments).toMatchObject([{ messages: [expect.anything()] }]);
  });

  it('is one send of two statements with any number of links or uploads; a text without one writes no additional row', async () => {
    const { ann, open } = await setting();
    const made = [await uploads.upload(ann), await uploads.upload(ann, 'b', 'b.txt')];
    const content = [...made, ...made].map(({ url }) => `[x](${url})`).join(' ');
    await uploads.messaging.rows.firstMessage(open);
    const statements = await statementsDuring(() => uploads.messaging.sendToChannel(ann, open, { content }));
    expect(statements).toHaveLength(2);
    expect((await uploads.list(ann)).attachments.map(({ messages }) => messages.length)).toEqual([1, 1]);
  });

  it('is sent even if the upload does not exist or was just deleted', async () => {
    const { ann, open } = await setting();
    const upload = await uploads.upload(ann);
    const [{ id } = { id: 0 }] = (await uploads.list(ann)).attachments;
    await Promise.all([
      uploads.delete(ann, id),
      ...Array.from({ length: 8 }, () => uploads.messaging.sendToChannel(ann, open, linking(upload))),
    ]);
    await uploads.messaging.sendToChannel(ann, open, linking({ url: `/user_uploads/1/${'x'.repeat(24)}/a.png` }));
    expect((await uploads.list(ann)).attachments).toEqual([]);
  });
});

describe('a visitor without an account', () => {
  const visitor = { host: 'localhost', clientName: 'tests' };

  it('reads what a web-public channel links in the organization that they may view, and nothing else', async () => {
    const { organization, ann, open } = await setting();
    const { ann: foreign } = await setting();
    const lobby = await uploads.messaging.rows.channel(organization, { isWebPublic: true });
    const [shown, hidden, own, theirs] = [
      await uploads.upload(ann),
      await uploads.upload(ann),
      await uploads.upload(ann),
      await uploads.upload(foreign),
    ];
    await uploads.messaging.sendToChannel(ann, lobby, linking(shown));
    await uploads.messaging.sendToChannel(ann, open, linking(hidden));
    const statusOf = async ({ pathId }: { pathId: string }) => (await uploads.messaging.refusal(uploads.find(visitor, pathId))).status;
    expect(await statusOf(shown)).toBe(401);
    spectated.organizationId = organization.id;
    expect(await uploads.find(visitor, shown.pathId)).toMatchObject({ name: 'cat.png' });
    expect(await Promise.all([hidden, own, theirs].map(statusOf))).toEqual([404, 404, 404]);
    spectated.organizationId = null;
  });
});

describe('deleting a message', () => {
  it('ends access to its uploads, which are kept for another week', async () => {
    const { ann, bob } = await setting();
    const upload = await uploads.upload(ann);
    const id = await uploads.messaging.sendDirect(ann, [bob], linking(upload));
    const remove = () => uploads.messaging.call(deleteMessage, ann.caller, {}, { message_id: String(id) });
    const events = await uploads.explained(ann, remove);
    expect(events).toMatchObject([{ op: 'update', attachment: { messages: [] } }]);
    expect([await uploads.mayRead(ann, upload.pathId), await uploads.mayRead(bob, upload.pathId)]).toEqual([true, false]);
    await uploads.eraseFiles(new Date(Date.now() + 6 * 24 * 3600 * 1000));
    expect(await uploads.mayRead(ann, upload.pathId)).toBe(true);
  });
});

describe('editing a message', () => {
  const relink = (by: UserRow, messageId: number, paths: readonly string[]) =>
    uploads.messaging.service.app
      .get(EventLog, { strict: false })
      .change(by.organizationId, async (tx, log) => relinkMessage(tx, log, await readViewer(tx, by.caller), { messageId, paths }));

  it('links the uploads of its new text, and returns those of the editor that no message links any more', async () => {
    const { ann, bob } = await setting();
    const [first, second, third] = [await uploads.upload(ann), await uploads.upload(ann), await uploads.upload(ann)];
    const both = { content: `[a](${first.url}) [b](${second.url})` };
    const id = await uploads.messaging.sendDirect(ann, [bob], both);
    await uploads.messaging.sendDirect(ann, [bob], linking(second));
    let detached: unknown;
    const events = await uploads.explained(ann, async () => {
      detached = await relink(ann, id, [third.pathId]);
    });
    expect(detached).toMatchObject([{ path_id: first.pathId, messages: [] }]);
    expect(events).toHaveLength(3);
    const readable = await Promise.all([first, second, third].map(({ pathId }) => uploads.mayRead(bob, pathId)));
    expect(readable).toEqual([false, true, true]);
    expect(await relink(ann, id, [third.pathId])).toEqual([]);
  });

  it("returns nothing about others' uploads", async () => {
    const { ann, bob, carol } = await setting();
    const upload = await uploads.upload(ann);
    await uploads.messaging.sendDirect(ann, [bob], linking(upload));
    const id = await uploads.messaging.sendDirect(bob, [carol], linking(upload));
    expect(await relink(bob, id, [])).toEqual([]);
    expect(await uploads.mayRead(carol, upload.pathId)).toBe(false);
  });
});

it('the text of a message names its uploads as the storage does', async () => {
  const { ann, bob } = await setting();
  const upload = await uploads.upload(ann, 'x', 'Kätze mit Hut.png');
  await uploads.messaging.call(sendMessage, ann.caller, { type: 'direct', to: [bob.id], content: `[x](${upload.url})` });
  expect(await uploads.mayRead(bob, upload.pathId)).toBe(true);
});
