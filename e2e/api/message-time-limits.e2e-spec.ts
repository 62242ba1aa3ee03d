import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { deleteMessage, getMessage, sendMessage, updateMessage } from '@parley/contracts/messaging';
import { updateOrganization } from '@parley/contracts/organization';
import { ageMessages } from '@parley/testing';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const LIMITS = [
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
] as const;
/** The shortest limit, and the grace period for users who began to edit in time. */
const MIN_SECONDS = 1;
const GRACE_SECONDS = 20;

const world = new World();
const me = world.as(world.member);
const administrator = world.as(world.administrator);
const owner = world.as(world.owner);
let channel: { id: number; name: string };
let other: { id: number; name: string };
let before: Record<string, unknown>;
let old: { id: number; topic: string };
let asOld: { id: number; topic: string };

beforeAll(async () => {
  const people = [world.member, world.administrator];
  channel = await world.channel(people);
  other = await world.channel(people);
  const registered: Record<string, unknown> = await owner.ok(registerQueue, { event_types: [], fetch_event_types: ['realm'] });
  before = Object.fromEntries(LIMITS.map((name) => [name, registered[`realm_${name}`] ?? 'unlimited']));
  await owner.ok(updateOrganization, Object.fromEntries(LIMITS.map((name) => [name, MIN_SECONDS])));
  asOld = await message();
  old = await message();
  const ids = [asOld.id, old.id];
  await ageMessages(process.env.PARLEY_TEST_SUITE_DATABASE_URL ?? '', ids, MIN_SECONDS + GRACE_SECONDS + 1);
});
afterAll(async () => {
  await owner.ok(updateOrganization, before);
  closeConnections();
});

/** The only message of its topic. */
async function message(): Promise<{ id: number; topic: string }> {
  const topic = world.fresh('limits');
  const { id } = await me.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: 'as it was' });
  return { id, topic };
}

const changes = {
  text: () => ({ content: world.fresh('new text') }),
  topic: () => ({ topic: world.fresh('new topic') }),
  channel: () => ({ stream_id: other.id }),
} as const;

describe("a message that is older than the organization's time limit", () => {
  it.each([
    ['text', 'The time limit for editing this message has passed'],
    ['topic', "The time limit for editing this message's topic has passed."],
    ['channel', "The time limit for editing this message's channel has passed"],
  ] as const)('keeps its %s, and one that is younger does not', async (what, msg) => {
    const late = await me.call(updateMessage, { message_id: old.id, ...changes[what]() });
    expect([late.status, late.body.code, late.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
    const { message: kept } = await me.ok(getMessage, { message_id: old.id, apply_markdown: false });
    expect([kept.content, kept.subject, kept.stream_id]).toEqual(['as it was', old.topic, channel.id]);
    const young = await message();
    await me.ok(updateMessage, { message_id: young.id, ...changes[what]() });
  });

  it('does not move with its topic, and the error says how many messages may move', async () => {
    const young = await me.ok(sendMessage, { type: 'channel', to: channel.id, topic: old.topic, content: 'later' });
    const answer = await me.call(updateMessage, { message_id: young.id, topic: 'moved', propagate_mode: 'change_all' });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: young.id,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      },
    ]);
    await me.ok(updateMessage, { message_id: young.id, topic: world.fresh('moved'), propagate_mode: 'change_later' });
  });

  it('cannot be deleted by its sender, but by an administrator', async () => {
    const refused = await me.call(deleteMessage, { message_id: old.id });
    expect([refused.status, refused.body.msg]).toEqual([400, 'The time limit for deleting this message has passed']);
    await me.ok(getMessage, { message_id: old.id });
    await administrator.ok(deleteMessage, { message_id: old.id });
  });

  it('can be moved by an administrator, and changed by its sender once there is no limit', async () => {
    const { id } = asOld;
    await administrator.ok(updateMessage, { message_id: id, topic: world.fresh('moved'), stream_id: other.id });
    expect((await me.call(updateMessage, { message_id: id, content: 'x' })).status).toBe(400);
    await owner.ok(updateOrganization, Object.fromEntries(LIMITS.map((name) => [name, 'unlimited'])));
    await me.ok(updateMessage, { message_id: id, content: 'as it is' });
    await me.ok(updateMessage, { message_id: id, topic: world.fresh('moved on') });
    await me.ok(deleteMessage, { message_id: id });
  });
});
