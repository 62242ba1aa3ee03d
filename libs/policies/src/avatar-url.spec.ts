import { describe, expect, it } from '@jest/globals';
import { avatarUrlOf, mediumAvatarUrlOf } from './avatar-url.js';

const person = {
  id: 7,
  organizationId: 1,
  deliveryEmail: 'User@Example.com',
  emailAddressVisibility: 1,
  avatarSource: 'G',
  avatarVersion: 1,
};

describe('the URL of an avatar', () => {
  it('is that of the lower-case address, so that clients compute the same', () => {
    expect(avatarUrlOf(person)).toBe('https://secure.gravatar.com/avatar/b58996c504c5638798eb6b511e6f49af?d=identicon&version=1');
  });
  it('changes with the version, so that nobody keeps an old picture', () => {
    expect(mediumAvatarUrlOf(person)).not.toBe(mediumAvatarUrlOf({ ...person, avatarVersion: 2 }));
  });
});
