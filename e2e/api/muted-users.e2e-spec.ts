import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessage, muteUser, sendMessage, unmuteUser } from '@parley/contracts/messaging';
import { z } from 'zod';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const registered = z.object({ muted_users: z.array(z.object({ id: z.int() })) });
const world = new World();
const sender = world.as(world.third);
/** A bot mutes the user, so that no other test is affected. */
const reader = world.as(world.bot);
const muted_user_id = world.third.user_id;
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.third, world.bot]);
});
afterAll(() => closeConnections());

async function flagsOfNewMessage(): Promise<readonly string[]> {
  const { id } = await sender.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'muting', content: 'to be or not to be read' });
  const { message } = await reader.ok(getMessage, { message_id: id });
  return message.flags ?? [];
}

describe('a muted user', () => {
  it('is listed, and their messages are read, until unmuted', async () => {
    const mutedIds = async () => {
      const snapshot = await reader.ok(registerQueue, { fetch_event_types: ['muted_users'], event_types: [] });
      return registered.parse(snapshot).muted_users.map(({ id }) => id);
    };
    await reader.ok(muteUser, { muted_user_id });
    expect(await mutedIds()).toEqual([muted_user_id]);
    expect(await flagsOfNewMessage()).toEqual(['read']);
    await reader.ok(unmuteUser, { muted_user_id });
    expect(await mutedIds()).toEqual([]);
    expect(await flagsOfNewMessage()).toEqual([]);
  });

  it('cannot be muted twice, nor unmuted twice', async () => {
    await reader.ok(muteUser, { muted_user_id });
    expect((await reader.call(muteUser, { muted_user_id })).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'User already muted' });
    await reader.ok(unmuteUser, { muted_user_id });
    expect((await reader.call(unmuteUser, { muted_user_id })).body).toMatchObject({ code: 'BAD_REQUEST', msg: 'User is not muted' });
  });

  it.each([
    ['oneself', world.bot.user_id, 'Cannot mute self'],
    ['an unknown user', 1_999_999_999, 'No such user'],
  ])('cannot be %s', async (_, id, msg) => {
    const answer = await reader.call(muteUser, { muted_user_id: id });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});
