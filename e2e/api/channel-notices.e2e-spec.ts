import { afterAll, describe, expect, it } from '@jest/globals';
import { subscribe } from '@parley/contracts/channels';
import { getMessages } from '@parley/contracts/messaging';
import type { Actor } from '../client/actor.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

/** The newest direct message that contains the words. */
async function directMessageWith(reader: Actor, words: string) {
  const narrow = [{ operator: 'is', operand: 'dm' }];
  const page = { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false };
  const find = async () => (await reader.ok(getMessages, page)).messages.find(({ content }) => content.includes(words));
  return eventually(find, (found) => found !== undefined);
}

describe('the notification bot', () => {
  it('notifies users whom someone else subscribed', async () => {
    const { name } = await world.channel([world.member], { invite_only: true });
    const principals = [world.colleague.user_id];
    const answer = await me.ok(subscribe, { subscriptions: [{ name }], principals });
    expect(answer.new_subscription_messages_sent).toBe(true);
    const notice = await directMessageWith(world.as(world.colleague), name);
    expect(notice).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringMatching(/^@_\*\*.*\*\* subscribed you to #\*\*.*\*\*\.$/),
    });
  });

  it('sends nothing if the request says so', async () => {
    const { name } = await world.channel([world.member]);
    const principals = [world.colleague.user_id];
    const answer = await me.ok(subscribe, { subscriptions: [{ name }], principals, send_new_subscription_messages: false });
    expect(answer.new_subscription_messages_sent).toBe(false);
  });
});
