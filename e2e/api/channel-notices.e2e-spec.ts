import { afterAll, describe, expect, it } from '@jest/globals';
import { getMessages, subscribe } from '@parley/contracts';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

const DEADLINE_MS = 10_000;

/** The newest direct message that holds the words. */
async function directMessageWith(reader: Actor, words: string) {
  const until = Date.now() + DEADLINE_MS;
  for (;;) {
    const narrow = [{ operator: 'is', operand: 'dm' }];
    const { messages } = await reader.ok(getMessages, { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false });
    const found = messages.find(({ content }) => content.includes(words));
    if (found !== undefined || Date.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the notification bot', () => {
  it('tells people that somebody subscribed them', async () => {
    const { name } = await world.channel([world.member], { invite_only: true });
    const principals = [world.colleague.user_id];
    const answer = await me.ok(subscribe, { subscriptions: [{ name }], principals });
    expect(answer.new_subscription_messages_sent).toBe(true);
    const told = await directMessageWith(world.as(world.colleague), name);
    expect(told).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringMatching(/^@_\*\*.*\*\* subscribed you to #\*\*.*\*\*\.$/),
    });
  });

  it('does not where the request says so', async () => {
    const { name } = await world.channel([world.member]);
    const principals = [world.colleague.user_id];
    const answer = await me.ok(subscribe, { subscriptions: [{ name }], principals, send_new_subscription_messages: false });
    expect(answer.new_subscription_messages_sent).toBe(false);
  });
});
