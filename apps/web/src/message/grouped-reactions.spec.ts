import { expect, it } from '@jest/globals';
import { groupedReactions } from './grouped-reactions.js';

it('shows each emoji once, with those who chose it, in the order in which they began', () => {
  const reaction = (emoji_code: string, user_id: number, reaction_type = 'unicode_emoji') => ({
    emoji_name: 'x',
    emoji_code,
    reaction_type,
    user_id,
  });
  const reactions = [reaction('1f389', 5), reaction('1', 6, 'realm_emoji'), reaction('1f389', 7), reaction('1', 7)];
  expect(groupedReactions({ reactions }, 7)).toMatchObject([
    { code: '1f389', userIds: [5, 7], isMine: true },
    { code: '1', type: 'realm_emoji', userIds: [6], isMine: false },
    { code: '1', type: 'unicode_emoji', userIds: [7], isMine: true },
  ]);
});
