import { describe, expect, it } from '@jest/globals';
import { avatarUrlOf, mediumAvatarUrlOf, organizationIconUrl, organizationPicture, organizationPictureKey } from './avatar-url.js';

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
  it('names the larger size of the same generated picture', () => {
    expect(mediumAvatarUrlOf(person)).toBe(
      'https://secure.gravatar.com/avatar/b58996c504c5638798eb6b511e6f49af?d=identicon&s=500&version=1',
    );
  });
});

describe('the pictures of an organization', () => {
  // The MD5 hash of "demo".
  const generated = 'https://secure.gravatar.com/avatar/fe01ce2a7fbac8fafaed7c982a04e229?d=identicon&version=1';
  const organization = (settings: Record<string, unknown>) => ({ id: 3, stringId: 'demo', settings });

  it('are generated from its name until others are uploaded', () => {
    expect(organizationIconUrl('demo')).toBe(generated);
    expect(organizationPicture(organization({}), 'icon')).toEqual({ url: generated, source: 'G' });
    expect(organizationPicture(organization({}), 'logo')).toEqual({ url: generated, source: 'D' });
    expect(organizationPicture(organization({ logo_file: null }), 'night_logo')).toEqual({ url: generated, source: 'D' });
  });

  it('are the uploaded files, each its own', () => {
    const uploaded = organization({ icon_file: 'icon-1.png', night_logo_file: 'night-2.png' });
    expect(organizationPicture(uploaded, 'icon')).toEqual({ url: '/user_avatars/3/realm/icon-1.png', source: 'U' });
    expect(organizationPicture(uploaded, 'night_logo')).toEqual({ url: '/user_avatars/3/realm/night-2.png', source: 'U' });
    expect(organizationPicture(uploaded, 'logo')).toEqual({ url: generated, source: 'D' });
    expect(organizationPictureKey('logo')).toBe('logo_file');
  });
});
