import { describe, expect, it } from '@jest/globals';
import { avatarUrl, mediumAvatarUrl } from './avatar.js';

describe('the URL of an avatar', () => {
  it('is that of the lower-case address, so that clients compute the same', () => {
    const expected = 'https://secure.gravatar.com/avatar/b58996c504c5638798eb6b511e6f49af?d=identicon&version=1';
    expect(avatarUrl({ deliveryEmail: 'User@Example.com', avatarVersion: 1 })).toBe(expected);
  });
  it('changes with the version, so that nobody keeps an old picture', () => {
    const facts = { deliveryEmail: 'user@example.com', avatarVersion: 1 };
    expect(mediumAvatarUrl(facts)).not.toBe(mediumAvatarUrl({ ...facts, avatarVersion: 2 }));
  });
});
