import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { createDrafts, DRAFTS_PER_EVENT, deleteDraft, editDraft, listDrafts, MAX_DRAFTS } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

type Fields = Readonly<Record<string, unknown>>;
const list = (by: UserRow) => suite.call(listDrafts, by.caller, {});
const create = async (by: UserRow, ...drafts: unknown[]) => (await suite.call(createDrafts, by.caller, { drafts })).ids;
const edit = (by: UserRow, id: number | string, draft: unknown) => suite.call(editDraft, by.caller, { draft }, { draft_id: String(id) });
const remove = (by: UserRow, id: number | string) => suite.call(deleteDraft, by.caller, {}, { draft_id: String(id) });
const refuseSynchronization = ({ id: userId, organizationId }: UserRow) =>
  suite.client.userSettings.create({ data: { userId, organizationId, values: { enable_drafts_synchronization: false } } });

async function setting() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const channel = await suite.rows.channel(organization);
  const unaddressed = { type: '', to: [], topic: '', content: 'What if', timestamp: 1_000 };
  const toChannel = { type: 'stream', to: [channel.id], topic: 'plans', content: 'What if we', timestamp: 2_000 };
  const direct = { type: 'private', to: [bob.id], topic: '', content: 'Psst', timestamp: 1_500 };
  return { organization, ann, bob, channel, unaddressed, toChannel, direct };
}

describe('drafts', () => {
  it('are created, changed and deleted by their owner, oldest edit first', async () => {
    const { ann, bob, unaddressed, toChannel, direct } = await setting();
    const [first = 0, second = 0, third = 0] = await create(ann, toChannel, unaddressed, direct);
    const drafts = [
      { id: second, ...unaddressed },
      { id: third, ...direct },
      { id: first, ...toChannel },
    ];
    expect(await list(ann)).toEqual({ count: 3, drafts });
    expect(await list(bob)).toEqual({ count: 0, drafts: [] });
    await edit(ann, second, { ...toChannel, timestamp: 3_000 });
    await remove(ann, third);
    expect((await list(ann)).drafts).toEqual([
      { id: first, ...toChannel },
      { id: second, ...toChannel, timestamp: 3_000 },
    ]);
  });

  it('have the current time unless one is given, and do not list their owner as recipient', async () => {
    const { ann, bob, direct } = await setting();
    const before = Math.floor(Date.now() / 1000);
    const { timestamp: _, ...timeless } = direct;
    await create(ann, { ...timeless, to: [bob.id, ann.id, bob.id], topic: 'of no use' });
    const [draft] = (await list(ann)).drafts;
    expect(draft).toMatchObject({ to: [bob.id], topic: '' });
    expect(draft?.timestamp).toBeGreaterThanOrEqual(before);
    expect(draft?.timestamp).toBeLessThanOrEqual(before + 60);
  });

  it('with an extreme time are stored unchanged', async () => {
    const { ann, unaddressed } = await setting();
    await create(ann, { ...unaddressed, timestamp: Number.MAX_SAFE_INTEGER });
    expect((await list(ann)).drafts).toMatchObject([{ timestamp: Number.MAX_SAFE_INTEGER }]);
  });

  it('may be an empty list', async () => {
    const { organization, ann } = await setting();
    const before = await suite.rowCounts(organization.id);
    expect((await suite.call(createDrafts, ann.caller, {})).ids).toEqual([]);
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });
});

describe('is refused as a whole', () => {
  const draft = { type: 'stream', topic: 'plans', content: 'What if' };
  it.each<[string, Fields, string]>([
    ['a draft to no channel', { to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    ['a draft to two channels', { to: [1, 2] }, 'Must specify exactly 1 channel ID for channel messages'],
    ['a draft to an unknown channel', { to: [1_999_999_999] }, 'Invalid channel ID'],
    ['a draft to a channel beyond any column', { to: [2 ** 52] }, 'Invalid channel ID'],
    ['a draft to a user who does not exist', { type: 'private', to: [2 ** 40] }, `Invalid user ID ${2 ** 40}`],
    ['a null byte in the topic', { to: [1], topic: '\0' }, 'Topic must not contain null bytes'],
    ['a null byte in the content', { type: '', content: 'a\0' }, 'Message must not contain null bytes'],
    ['a blank content', { type: '', content: ' ' }, 'Message must not be empty'],
    ['an empty content', { type: '', content: '' }, 'drafts[1]["content"] cannot be blank'],
    ['a time before time', { type: '', timestamp: -5 }, 'Timestamp must not be negative.'],
    ['an unknown type', { type: 'direct', to: [] }, 'Invalid drafts[1]["type"]'],
    ['a missing topic', { topic: undefined }, 'drafts[1]["topic"] field is missing'],
    ['a recipient that is not a number', { to: ['7'] }, 'drafts[1]["to"][0] is not an integer'],
    ['what a draft does not have', { to: [], more: 1 }, 'Argument "more" at drafts[1] is unexpected'],
  ])('%s', async (_, fields, msg) => {
    const { organization, ann, unaddressed } = await setting();
    const before = await suite.rowCounts(organization.id);
    const refused = await suite.refusal(create(ann, unaddressed, { to: [], ...draft, ...fields }));
    expect(refused).toMatchObject({ status: 400, code: 'BAD_REQUEST', msg });
    expect((await list(ann)).count).toBe(0);
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('a channel or a user of another organization, and a channel that the user may not read', async () => {
    const { organization, ann, bob, toChannel, direct } = await setting();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    const away = await setting();
    for (const [by, to] of [
      [ann, secret.id],
      [ann, away.channel.id],
      [guest, toChannel.to[0]],
    ] as const) {
      expect((await suite.refusal(create(by, { ...toChannel, to: [to] }))).msg).toBe('Invalid channel ID');
    }
    expect((await suite.refusal(create(ann, { ...direct, to: [bob.id, away.bob.id] }))).msg).toBe(`Invalid user ID ${away.bob.id}`);
  });

  it('more than the maximum', async () => {
    const { organization, ann, unaddressed } = await setting();
    const { timestamp, to, ...row } = unaddressed;
    const kept = { ...row, recipientIds: to, editedAt: timestamp, organizationId: organization.id, userId: ann.id };
    await suite.client.draft.createMany({ data: Array.from({ length: MAX_DRAFTS - 1 }, () => kept) });
    expect((await suite.refusal(create(ann, unaddressed, unaddressed))).msg).toBe('You cannot have more than 1000 drafts.');
    await create(ann, unaddressed);
    expect((await list(ann)).count).toBe(MAX_DRAFTS);
  });

  it.each(['999999', '0', '-1', '999999999999999'])('a change of the draft %s, which does not exist', async (id) => {
    const { ann, unaddressed } = await setting();
    for (const refused of [await suite.refusal(edit(ann, id, unaddressed)), await suite.refusal(remove(ann, id))]) {
      expect([refused.status, refused.code, refused.msg]).toEqual([404, 'BAD_REQUEST', 'Draft does not exist']);
    }
  });

  it("a change of another user's draft, like one that does not exist", async () => {
    const { ann, bob, unaddressed } = await setting();
    const [id = 0] = await create(ann, unaddressed);
    const stranger = await suite.rows.user(await suite.rows.organization());
    for (const user of [bob, stranger]) {
      expect((await suite.refusal(edit(user, id, { ...unaddressed, content: 'mine' }))).status).toBe(404);
      expect((await suite.refusal(remove(user, id))).status).toBe(404);
    }
    expect((await list(ann)).drafts).toEqual([{ id, ...unaddressed }]);
  });

  it('everything, if the user disabled synchronization', async () => {
    const { ann, unaddressed } = await setting();
    const [id = 0] = await create(ann, unaddressed);
    await refuseSynchronization(ann);
    const calls = [() => list(ann), () => create(ann, unaddressed), () => edit(ann, id, unaddressed), () => remove(ann, id)];
    for (const call of calls) {
      expect((await suite.refusal(call())).msg).toBe('User has disabled synchronizing drafts.');
    }
  });
});

describe('disabling synchronization', () => {
  it('lets the settings service delete the drafts of exactly these users', async () => {
    const { organization, ann, bob, unaddressed } = await setting();
    await create(ann, unaddressed);
    await create(bob, unaddressed);
    const before = await suite.registerFields(ann);
    await suite.client.$executeRaw`SELECT forget_drafts(${organization.id}::int, ${[ann.id]}::int[])`;
    const notification = { type: 'user_settings', op: 'update', property: 'enable_drafts_synchronization', value: false };
    expectEventsExplainState({ before, events: [notification], after: await suite.registerFields(ann), userId: ann.id });
    expect([(await list(ann)).count, (await list(bob)).count]).toEqual([0, 1]);
    await suite.client.$executeRaw`SELECT forget_drafts(${organization.id + 1}::int, ${[bob.id]}::int[])`;
    expect((await list(bob)).count).toBe(1);
  });
});

describe('events explain the state (P5)', () => {
  it('of drafts, for all clients of their owner and no one else', async () => {
    const { organization, ann, bob, unaddressed, toChannel, direct } = await setting();
    await create(ann, toChannel);
    const [before, mark] = [await suite.registerFields(ann), await suite.mark(organization.id)];
    const [first = 0, second = 0] = await create(ann, unaddressed, direct);
    await edit(ann, first, { ...toChannel, content: 'changed' });
    await remove(ann, second);
    const many = await create(ann, ...Array.from({ length: DRAFTS_PER_EVENT + 1 }, () => unaddressed));
    const events = await suite.eventsSince(mark, ann);
    expect(events.map(({ op }) => op)).toEqual(['add', 'update', 'remove', 'add', 'add']);
    const after = await suite.registerFields(ann);
    expect(after.drafts).toHaveLength(2 + many.length);
    expectEventsExplainState({ before, events, after, userId: ann.id });
    expect(await suite.eventsSince(mark, bob)).toEqual([]);
  });
});
