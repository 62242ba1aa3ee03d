import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { addAlertWords, getMessage, listAlertWords, removeAlertWords, sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
});
afterEach(async () => {
  const { alert_words } = await colleague.ok(listAlertWords, {});
  await colleague.ok(removeAlertWords, { alert_words });
});
afterAll(() => closeConnections());

describe('alert words', () => {
  it('are added, listed and removed', async () => {
    expect(await colleague.ok(addAlertWords, { alert_words: ['release', ' on call '] })).toMatchObject({
      alert_words: ['on call', 'release'],
    });
    expect(await colleague.ok(removeAlertWords, { alert_words: ['Release'] })).toMatchObject({ alert_words: ['on call'] });
    expect(await colleague.ok(listAlertWords, {})).toMatchObject({ alert_words: ['on call'] });
    expect(await me.ok(listAlertWords, {})).toMatchObject({ alert_words: [] });
  });

  it('flag messages that contain them', async () => {
    await colleague.ok(addAlertWords, { alert_words: ['release'] });
    const { id } = await me.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'alerts', content: 'the Release is near' });
    const { message } = await colleague.ok(getMessage, { message_id: id });
    expect(message.flags).toEqual(['has_alert_word']);
  });

  it.each(['run `release` now', '```\nmake release\n```', '[notes](https://example.com/release)'])(
    'flag %j, although the word is in code or a link',
    async (content) => {
      await colleague.ok(addAlertWords, { alert_words: ['release'] });
      const { id } = await me.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'alerts', content });
      const { message } = await colleague.ok(getMessage, { message_id: id });
      expect(message.flags).toEqual(['has_alert_word']);
    },
  );

  it.each([
    ['a word over the limit', ['x'.repeat(101)], 'alert_words[0] is too long (limit: 100 characters)'],
    ['not a list', 'release', 'alert_words is not a list'],
    ['a word with a null byte', ['a\0'], 'alert_words[0] has invalid format'],
  ])('with %s are refused', async (_, alert_words, msg) => {
    for (const endpoint of [addAlertWords, removeAlertWords]) {
      const answer = await colleague.call(endpoint, { alert_words });
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
    }
  });
});
