import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDrafts, deleteDraft, editDraft, listDrafts } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.third);
const colleague = world.as(world.colleague);
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.third]);
});
afterAll(() => closeConnections());

const draft = (fields = {}) => ({ type: 'stream', to: [channel.id], topic: 'plans', content: 'What if', timestamp: 1_000, ...fields });
const mine = async (id: number) => (await me.ok(listDrafts, {})).drafts.find((kept) => kept.id === id);

describe('a draft', () => {
  it('is stored for all clients, can be changed and deleted', async () => {
    const listener = await Listener.begin(me, ['drafts']);
    const { ids } = await me.ok(createDrafts, { drafts: [draft()] });
    const [id = 0] = ids;
    expect(await mine(id)).toEqual({ id, ...draft() });
    await me.ok(editDraft, { draft_id: id, draft: draft({ content: 'What if we' }) });
    expect(await mine(id)).toMatchObject({ content: 'What if we' });
    await me.ok(deleteDraft, { draft_id: id });
    expect(await mine(id)).toBeUndefined();
    expect(await listener.receive(3)).toEqual([
      { type: 'drafts', op: 'add', drafts: [{ id, ...draft() }] },
      { type: 'drafts', op: 'update', draft: { id, ...draft({ content: 'What if we' }) } },
      { type: 'drafts', op: 'remove', draft_id: id },
    ]);
  });

  it.each([
    [{ to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [1_999_999_999] }, 'Invalid channel ID'],
    [{ type: 'private', to: [1_999_999_999] }, 'Invalid user ID 1999999999'],
    [{ topic: '\0' }, 'Topic must not contain null bytes'],
    [{ content: '\0' }, 'Message must not contain null bytes'],
    [{ more: 1 }, 'Argument "more" at drafts[0] is unexpected'],
  ])('with %j is refused', async (fields, msg) => {
    const answer = await me.call(createDrafts, { drafts: [draft(fields)] });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('of another user does not exist', async () => {
    const { ids } = await me.ok(createDrafts, { drafts: [draft()] });
    for (const answer of [
      await colleague.call(editDraft, { draft_id: ids[0], draft: { ...draft(), type: '' } }),
      await colleague.call(deleteDraft, { draft_id: ids[0] }),
    ]) {
      expect([answer.status, answer.body.msg]).toEqual([404, 'Draft does not exist']);
    }
    await me.ok(deleteDraft, { draft_id: ids[0] });
  });

  it('needs credentials of a person', async () => {
    expect((await world.anybody().call(listDrafts, {})).status).toBe(401);
  });
});
