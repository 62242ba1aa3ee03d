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
  it('uses the lower-case address, so that clients compute the same', () => {
    expect(avatarUrlOf(person)).toBe('https://secure.gravatar.com/avatar/b58996c504c5638798eb6b511e6f49af?d=identicon&version=1');
  });
  it('contains the version of an uploaded picture', () => {
    const uploaded = { ...person, avatarSource: 'U', avatarVersion: 1_804_289_383 };
    expect(avatarUrlOf(uploaded)).toBe('/user_avatars/1/7-1804289383.png');
    expect(mediumAvatarUrlOf(uploaded)).toBe('/user_avatars/1/7-1804289383-medium.png');
  });
  it('changes with the version, so that clients do not show an old picture', () => {
    expect(mediumAvatarUrlOf(person)).not.toBe(mediumAvatarUrlOf({ ...person, avatarVersion: 2 }));
  });
});
