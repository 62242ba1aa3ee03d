import { afterAll, describe, expect, it } from '@jest/globals';
import { listTopics } from '@parley/contracts/channels';
import { sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

describe('the topics of a channel', () => {
  it('are listed newest first, as their newest message spells them', async () => {
    const channel = await world.channel([world.member]);
    const send = (topic: string) => me.ok(sendMessage, { type: 'channel', to: channel.id, topic, content: 'hello' });
    await send('lunch');
    const plans = await send('plans');
    const lunch = await send('LUNCH');
    expect((await me.ok(listTopics, { stream_id: channel.id })).topics).toEqual([
      { name: 'LUNCH', max_id: lunch.id },
      { name: 'plans', max_id: plans.id },
    ]);
  });

  it('are refused to users who may not read the channel', async () => {
    const hidden = await world.channel([world.member], { invite_only: true });
    for (const other of [world.colleague, world.administrator, world.guest, world.stranger]) {
      const answer = await world.as(other).call(listTopics, { stream_id: hidden.id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid channel ID']);
    }
  });
});
