import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { registerQueue } from '@parley/contracts/event-queue';
import { deleteAttachment, getAttachments, getTemporaryFileUrl, sendMessage, uploadFile } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { connectToSuiteDatabase } from '../client/suite-database.js';
import { World } from '../client/world.js';

const world = new World();
const member = world.as(world.member);
const colleague = world.as(world.colleague);
const third = world.as(world.third);
const stranger = world.as(world.stranger);
afterAll(() => closeConnections());

async function upload(content = 'some text', name = 'notes.txt') {
  const { status, body } = await member.upload(uploadFile, [{ name, content }]);
  expect([status, body.result]).toEqual([200, 'success']);
  const { attachments } = await member.ok(getAttachments, {});
  const attachment = attachments.find(({ path_id }) => body.url === `/user_uploads/${path_id}`);
  if (attachment === undefined) throw new Error('the upload is not listed');
  const [realm_id_str = '', ...rest] = attachment.path_id.split('/');
  return { ...body, id: attachment.id, location: { realm_id_str, filename: rest.join('/') } };
}

const MISSING = { status: 404, body: { msg: 'Not found', code: 'BAD_REQUEST' } };

describe('the upload quota', () => {
  it('refuses uploads beyond it, for users and for the organization; clients receive it', async () => {
    const database = await connectToSuiteDatabase();
    const { user_id } = world.member;
    const choose = async (settings: string) => {
      await database.query(
        `UPDATE organization SET settings = settings - 'upload_quota_mib' - 'upload_quota_mib_per_person' || $1::jsonb
         WHERE id = (SELECT organization_id FROM user_account WHERE id = $2)`,
        [settings, user_id],
      );
      // The operator's command logs an event, after which registrations are read anew.
      await database.query(
        `UPDATE organization_counter SET organization_seq = least(organization_seq, 0) - 1
         WHERE organization_id = (SELECT organization_id FROM user_account WHERE id = $1)`,
        [user_id],
      );
    };
    const quota = async () => {
      const state: Record<string, unknown> = await member.ok(registerQueue, { fetch_event_types: ['realm'], event_types: [] });
      return state.realm_upload_quota_mib;
    };
    const refused = async () => {
      const { status, body } = await member.upload(uploadFile, [{ name: 'more.txt', content: 'x' }]);
      return [status, body.code, body.msg];
    };
    try {
      await upload();
      expect(await quota()).toBe(10_240);
      await choose('{"upload_quota_mib_per_person": 0}');
      expect(await refused()).toEqual([400, 'REALM_UPLOAD_QUOTA', 'The upload would exceed your own upload quota.']);
      await choose('{"upload_quota_mib": 0}');
      expect(await refused()).toEqual([400, 'REALM_UPLOAD_QUOTA', "The upload would exceed your organization's upload quota."]);
      expect(await quota()).toBe(0);
    } finally {
      await choose('{}');
      await database.end();
    }
    const before = (await member.ok(getAttachments, {})).upload_space_used;
    await upload('12345');
    expect((await member.ok(getAttachments, {})).upload_space_used).toBe(before + 5);
  });
});

describe('an uploaded file', () => {
  it('can be read only by users who may read a message that links to it', async () => {
    const { url, uri, filename, location } = await upload();
    expect([uri, filename]).toEqual([url, 'notes.txt']);
    expect((await colleague.fetch(url)).status).toBe(404);
    await member.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: `[notes](${url})` });
    const file = await colleague.fetch(url);
    expect([file.status, file.text, file.headers['content-type'], file.headers['x-content-type-options']]).toEqual([
      200,
      'some text',
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
    for (const other of [third, stranger]) expect((await other.fetch(url)).status).toBe(404);
    expect((await world.anybody(world.host).fetch(url)).status).toBe(401);
    expect(await third.call(getTemporaryFileUrl, location)).toMatchObject(MISSING);
    expect(await stranger.call(getTemporaryFileUrl, location)).toMatchObject(MISSING);
    const { url: temporary } = await colleague.ok(getTemporaryFileUrl, location);
    expect((await world.anybody().fetch(temporary)).text).toBe('some text');
  });

  it('supports range requests, and is never served as something that could run', async () => {
    const { url } = await upload('<script>alert(1)</script>', 'page.html');
    const part = await member.fetch(url, { range: 'bytes=0-7' });
    expect([part.status, part.text, part.headers['content-type']]).toEqual([206, '<script>', 'application/octet-stream']);
    expect(part.headers['content-disposition']).toMatch(/^attachment/);
  });

  it('is shown as an image in the message that links to it', async () => {
    const { url } = await upload('no real picture', 'cat.png');
    const { content } = Object(
      await member.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: `[cat](${url})` }).then(async ({ id }) => {
        const answer = await member.request<{ message: unknown }>('GET', `/api/v1/messages/${id}`, {});
        return answer.body.message;
      }),
    );
    expect(content).toContain(`<div class="message_inline_image"><a href="${url}" title="cat"><img src="${url}"></a></div>`);
  });
});

describe('attachments', () => {
  it('are listed and deleted by their owner, with events', async () => {
    const queue = await member.ok(registerQueue, { event_types: ['attachment'], fetch_event_types: [] });
    const { id, url } = await upload();
    expect(await third.call(deleteAttachment, { attachment_id: id })).toMatchObject({ status: 400, body: { msg: 'Invalid attachment' } });
    await member.ok(deleteAttachment, { attachment_id: id });
    const { attachments, upload_space_used } = await member.ok(getAttachments, {});
    expect(attachments.map((attachment) => attachment.id)).not.toContain(id);
    expect((await member.fetch(url)).status).toBe(404);
    const isMeant = ({ attachment }: ClientEvent) => Reflect.get(attachment ?? {}, 'id') === id;
    expect(await receiveEvents(member, queue, 2, isMeant)).toMatchObject([
      { type: 'attachment', op: 'add', attachment: { id, name: 'notes.txt', size: 9, messages: [] } },
      { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used },
    ]);
  });

  it('of others are not listed', async () => {
    const { id } = await upload();
    for (const other of [colleague, stranger]) {
      expect((await other.ok(getAttachments, {})).attachments.map((attachment) => attachment.id)).not.toContain(id);
    }
    expect((await world.anybody(world.host).call(getAttachments, {})).status).toBe(401);
  });
});

describe('an upload is refused', () => {
  it.each([
    [[], 'You must specify a file to upload'],
    [['a.txt', 'b.txt'], 'You may only upload one file at a time'],
  ])('%j: %s', async (names, msg) => {
    const answer = await member.upload(
      uploadFile,
      names.map((name) => ({ name, content: 'x' })),
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg } });
  });

  it('without a file, and without credentials', async () => {
    expect(await member.call(uploadFile, {})).toMatchObject({ status: 400, body: { msg: 'You must specify a file to upload' } });
    expect((await world.anybody(world.host).upload(uploadFile, [{ name: 'a', content: 'x' }])).status).toBe(401);
  });
});
