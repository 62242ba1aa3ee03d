import { afterAll, describe, expect, it } from '@jest/globals';
import { getUserStatus, setOwnStatus, setUserStatus } from '@parley/contracts/settings';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.third);
const colleague = world.as(world.colleague);
const user_id = world.third.user_id;
afterAll(async () => {
  await me.ok(setOwnStatus, { status_text: '', emoji_name: '' });
  closeConnections();
});

const statusOfThird = async () => (await colleague.ok(getUserStatus, { user_id })).status;

describe('a status', () => {
  it('is set and returned to others', async () => {
    await me.ok(setOwnStatus, { status_text: 'on holiday', emoji_name: 'palm_tree' });
    expect(await statusOfThird()).toEqual({
      status_text: 'on holiday',
      emoji_name: 'palm_tree',
      emoji_code: '1f334',
      reaction_type: 'unicode_emoji',
    });
  });

  it('of others can be set by administrators only', async () => {
    await world.as(world.administrator).ok(setUserStatus, { user_id, status_text: 'away on business' });
    expect(await statusOfThird()).toMatchObject({ status_text: 'away on business' });
    expect((await colleague.call(setUserStatus, { user_id, status_text: 'no' })).body.msg).toBe('Must be an organization administrator');
  });

  it.each([
    ['nothing', {}, 'Client did not pass any new values.'],
    [
      'an emoji code without a name',
      { status_text: 'a', emoji_code: '1f334' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    ['an unknown emoji', { emoji_name: 'no such' }, "Emoji 'no such' does not exist"],
    ['a text over the limit', { status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
  ])('with %s is refused', async (_, params, msg) => {
    const answer = await me.call(setOwnStatus, params);
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('is for people only, and of this organization', async () => {
    expect((await world.as(world.bot).call(setOwnStatus, { status_text: 'beep' })).body.msg).toBe(
      'This endpoint does not accept bot requests.',
    );
    for (const id of [world.stranger.user_id, 1_999_999_999]) {
      expect((await colleague.call(getUserStatus, { user_id: id })).body.msg).toBe('No such user');
    }
  });
});
