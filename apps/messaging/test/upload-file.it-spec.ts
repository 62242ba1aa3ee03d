import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { attachmentObject, deleteScheduledMessage, scheduleMessage } from '@parley/contracts/messaging';
import { readTemporaryToken } from '@parley/storage';
import { TEST_CALLER_SECRET } from '@parley/testing';
import { AttachmentsSuite } from './attachments-suite.js';

const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

let uploads: AttachmentsSuite;
beforeAll(async () => {
  uploads = await AttachmentsSuite.open();
});
afterAll(() => uploads.close());

async function people(settings: Parameters<typeof uploads.messaging.rows.organization>[0] = {}) {
  const { rows } = uploads.messaging;
  const organization = await rows.organization(settings);
  return {
    organization,
    ann: await rows.user(organization),
    bob: await rows.user(organization),
    guest: await rows.user(organization, { role: 600 }),
  };
}

async function storedText(key: string): Promise<string | undefined> {
  const content = await uploads.storage.read(key);
  return content && (await text(content));
}

describe('an upload', () => {
  it('is an attachment of its owner at once, and leaves nothing in the incoming folder', async () => {
    const { organization, ann } = await people();
    const file = await uploads.incoming('hällo', '../Meine Kätze.png');
    expect(file.size).toBe(6);
    const events = await uploads.explained(ann, () => uploads.upload(ann, 'hällo', '../Meine Kätze.png'));
    const { attachments, upload_space_used } = await uploads.list(ann);
    const [attachment] = attachments;
    expect(attachmentObject.strict().parse(attachment)).toMatchObject({ name: 'Meine Kätze.png', size: 6, messages: [] });
    expect(attachment?.path_id).toMatch(new RegExp(`^${organization.id}/[\\w-]{24}/Meine-Kätze\\.png$`));
    expect(Math.abs((attachment?.create_time ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(upload_space_used).toBe(6);
    expect(events).toEqual([{ type: 'attachment', op: 'add', attachment, upload_space_used: 6 }]);
    const { key } = await uploads.find(ann.caller, attachment?.path_id ?? '');
    expect(await storedText(key)).toBe('hällo');
  });

  it('returns its address twice and its name; the incoming file was moved', async () => {
    const { ann } = await people();
    const { url, uri, filename, pathId } = await uploads.upload(ann, 'x', 'notes (1).txt');
    expect([uri, filename]).toEqual([url, 'notes (1).txt']);
    expect(url).toBe(`/user_uploads/${pathId}`);
    expect(await uploads.messaging.client.fileToErase.count({ where: { organizationId: ann.organizationId } })).toBe(0);
  });

  it('above the quota of the organization is refused and leaves nothing; up to the quota it is accepted', async () => {
    const { ann, bob } = await people({ upload_quota_mib: 1 });
    await uploads.upload(ann, 'x'.repeat(1024 * 1024 - 3));
    const refusal = await uploads.messaging.refusal(uploads.upload(bob, 'four'));
    expect([refusal.status, refusal.code]).toEqual([400, 'REALM_UPLOAD_QUOTA']);
    expect((await uploads.list(bob)).attachments).toEqual([]);
    await uploads.upload(bob, 'abc');
    expect((await uploads.list(bob)).upload_space_used).toBe(1024 * 1024);
  });

  it('above the quota of the user is refused, counting uploads of their bots; other users have their own', async () => {
    const { organization, ann, bob } = await people({ upload_quota_mib_per_person: 1 });
    const bot = await uploads.messaging.rows.user(organization, { isBot: true, botOwnerId: ann.id });
    await uploads.upload(bot, 'x'.repeat(1024 * 1024 - 3));
    for (const who of [ann, bot]) {
      const refusal = await uploads.messaging.refusal(uploads.upload(who, 'four'));
      expect([refusal.status, refusal.code, refusal.msg]).toEqual([
        400,
        'REALM_UPLOAD_QUOTA',
        'The upload would exceed your own upload quota.',
      ]);
    }
    await uploads.upload(bob, 'four');
    await uploads.upload(ann, 'abc');
  });

  it('is stored once if two at the same moment would exceed the quota', async () => {
    const { ann, bob } = await people({ upload_quota_mib: 1 });
    const results = await Promise.allSettled([ann, bob].map((person) => uploads.upload(person, 'x'.repeat(700_000))));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await uploads.list(ann)).upload_space_used).toBe(700_000);
  });
});

describe('an upload that no message links', () => {
  it('is readable only for its owner', async () => {
    const { ann, bob } = await people();
    const { pathId } = await uploads.upload(ann);
    expect([await uploads.mayRead(ann, pathId), await uploads.mayRead(bob, pathId)]).toEqual([true, false]);
  });

  it('is deleted after a week, with its file, and its owner is notified', async () => {
    const { ann } = await people();
    const { pathId } = await uploads.upload(ann);
    const { key } = await uploads.find(ann.caller, pathId);
    await uploads.eraseFiles(inDays(6.9));
    expect((await uploads.list(ann)).attachments).toHaveLength(1);
    const events = await uploads.explained(ann, () => uploads.eraseFiles(inDays(7.1)));
    expect(events).toMatchObject([{ op: 'remove', upload_space_used: 0 }]);
    expect([await uploads.mayRead(ann, pathId), await storedText(key)]).toEqual([false, undefined]);
    await uploads.eraseFiles(inDays(7.1));
  });
});

describe('an upload that only a scheduled message of its owner links', () => {
  it('is kept until the message is sent or deleted', async () => {
    const { ann } = await people();
    const { pathId } = await uploads.upload(ann);
    const scheduled = {
      type: 'direct',
      to: [ann.id],
      content: `[a](/user_uploads/${pathId})`,
      scheduled_delivery_timestamp: 3_976_300_800,
    };
    const { scheduled_message_id: id } = await uploads.messaging.call(scheduleMessage, ann.caller, scheduled);
    await uploads.eraseFiles(inDays(30));
    expect(await uploads.mayRead(ann, pathId)).toBe(true);
    await uploads.messaging.call(deleteScheduledMessage, ann.caller, {}, { scheduled_message_id: String(id) });
    await uploads.eraseFiles(inDays(30));
    expect(await uploads.mayRead(ann, pathId)).toBe(false);
  });
});

describe('the remains of failed uploads', () => {
  it('are erased: an incoming file after a day, and a file whose attachment was never stored', async () => {
    const { organization } = await people();
    const waiting = await uploads.incoming('x', 'a.txt');
    const half = `uploads/${organization.id}/${'h'.repeat(24)}`;
    await uploads.storage.move((await uploads.incoming('y', 'b.txt')).key, half);
    await uploads.messaging.client.fileToErase.create({ data: { key: half, organizationId: organization.id, eraseAfter: new Date() } });
    await uploads.eraseFiles(new Date());
    expect([await storedText(waiting.key), await storedText(half)]).toEqual(['x', undefined]);
    await uploads.eraseFiles(inDays(1.1));
    expect(await storedText(waiting.key)).toBeUndefined();
  });
});

describe('deleting an attachment', () => {
  it('is for its owner: the file is deleted, and its space is free', async () => {
    const { ann } = await people();
    const kept = await uploads.upload(ann, 'kept');
    const { pathId } = await uploads.upload(ann, 'content');
    const { key } = await uploads.find(ann.caller, pathId);
    const { attachments } = await uploads.list(ann);
    const id = attachments.find((one) => one.path_id === pathId)?.id ?? 0;
    const events = await uploads.explained(ann, () => uploads.delete(ann, id));
    expect(events).toEqual([{ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 4 }]);
    expect([await uploads.mayRead(ann, pathId), await uploads.mayRead(ann, kept.pathId)]).toEqual([false, true]);
    await uploads.eraseFiles(new Date());
    expect(await storedText(key)).toBeUndefined();
    expect((await uploads.messaging.refusal(uploads.delete(ann, id))).msg).toBe('Invalid attachment');
  });

  it("refuses others' and unknown ones alike", async () => {
    const { ann, bob } = await people();
    const { ann: stranger } = await people();
    await uploads.upload(ann);
    const [{ id } = { id: 0 }] = (await uploads.list(ann)).attachments;
    for (const [by, which] of [
      [bob, id],
      [stranger, id],
      [bob, 1_999_999_999],
      [bob, 9_000_000_000_000],
      [bob, -1],
    ] as const) {
      const refusal = await uploads.messaging.refusal(uploads.delete(by, which));
      expect([refusal.code, refusal.msg]).toEqual(['BAD_REQUEST', 'Invalid attachment']);
    }
    expect((await uploads.list(ann)).attachments).toHaveLength(1);
  });
});

describe('a temporary address', () => {
  it('leads to the file for users who may read it', async () => {
    const { ann, bob } = await people();
    const { pathId } = await uploads.upload(ann, 'x', 'kätze.png');
    const { key } = await uploads.find(ann.caller, pathId);
    const { url } = await uploads.temporary(ann, pathId);
    const [, token = '', name] = /^\/user_uploads\/temporary\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
    expect(readTemporaryToken(TEST_CALLER_SECRET, token)).toEqual({ key, name: 'kätze.png' });
    expect(decodeURIComponent(name ?? '')).toBe('kätze.png');
    expect((await uploads.messaging.refusal(uploads.temporary(bob, pathId))).status).toBe(404);
  });

  it.each(['1', 'x/y/z', '1/../../secret/a', `1/${'x'.repeat(24)}/a\0`, `99999999999/${'x'.repeat(24)}/a`])(
    'of %j does not exist',
    async (pathId) => {
      const { ann } = await people();
      expect((await uploads.messaging.refusal(uploads.temporary(ann, pathId))).status).toBe(404);
    },
  );
});
