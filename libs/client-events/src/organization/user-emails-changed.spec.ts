import { describe, expect, it } from '@jest/globals';
import { ALL_ROLES, type PayloadOf, ROLES } from '@parley/contracts';
import { EMAIL_VISIBILITY, type userEmailsChanged } from '@parley/contracts/organization';
import type { Part } from '../fan-out.js';
import { receivedBy, testQueue } from '../test-queue.js';
import { userEmailsChangedFanOut } from './user-emails-changed.js';

type Changed = PayloadOf<typeof userEmailsChanged>;

const before = {
  email: 'user5@demo.example',
  deliveryEmail: 'ann@example.com',
  emailAddressVisibility: EMAIL_VISIBILITY.administrators as number,
  avatarUrl: '/old.png',
  mediumAvatarUrl: '/old-medium.png',
};
const changed: Changed = { userId: 5, avatarSource: 'U', avatarVersion: 3, before, after: before, guestsWithAccess: [9] };
const of = (after: Partial<typeof before>, more: Partial<Changed> = {}) =>
  userEmailsChangedFanOut.parts({ ...changed, ...more, after: { ...before, ...after } });
/** What a client that computes no avatars receives, and who receives it. */
const received = (parts: readonly Part[]) =>
  parts
    .filter(({ wants }) => wants?.(testQueue) ?? true)
    .map((part) => [
      part.audience,
      ...receivedBy(testQueue, [part]).map(({ type, op, person }) => (type === 'realm_user' && op === 'update' ? person : type)),
    ]);
const { owner, administrator, moderator, member } = ROLES;

describe('the addresses of a user', () => {
  it('send nothing if nothing changed', () => {
    expect(of({})).toEqual([]);
  });

  it('send the API email to all who see the user', () => {
    expect(received(of({ email: 'ann@example.com' }))).toEqual([
      [
        { roles: [owner, administrator, moderator, member], users: [9] },
        { user_id: 5, new_email: 'ann@example.com' },
      ],
    ]);
  });

  it('send a new real address to the user and to those who may see it', () => {
    const person = { user_id: 5, delivery_email: 'a@example.com' };
    expect(received(of({ deliveryEmail: 'a@example.com' }))).toEqual([
      [{ users: [5] }, person],
      [{ roles: [owner, administrator], except: [5] }, person],
    ]);
  });

  it('send the real address to those who see it now, and null to those who do not any more', () => {
    expect(received(of({ emailAddressVisibility: EMAIL_VISIBILITY.moderators }))).toEqual([
      [
        { roles: [moderator], except: [5] },
        { user_id: 5, delivery_email: 'ann@example.com' },
      ],
    ]);
    expect(received(of({ emailAddressVisibility: EMAIL_VISIBILITY.nobody }))).toEqual([
      [
        { roles: [owner, administrator], except: [5] },
        { user_id: 5, delivery_email: null },
      ],
    ]);
    const shownToAll = of({ emailAddressVisibility: EMAIL_VISIBILITY.everyone });
    expect(received(shownToAll)).toEqual([
      [
        { roles: [moderator, member], users: [9], except: [5] },
        { user_id: 5, delivery_email: 'ann@example.com' },
      ],
    ]);
  });
});

describe('the picture of a user', () => {
  const picture = { avatarUrl: '/new.png', mediumAvatarUrl: '/new-medium.png' };
  const person = { user_id: 5, avatar_url: '/new.png', avatar_source: 'G', avatar_url_medium: '/new-medium.png', avatar_version: 3 };
  const computing = { ...testQueue, clientGravatar: true };

  it('is sent to all who see the user if it follows from the address', () => {
    expect(received(of(picture, { avatarSource: 'G', guestsWithAccess: null }))).toEqual([[{ roles: ALL_ROLES }, person]]);
  });

  it('is sent to a client that computes pictures only when this becomes possible or impossible', () => {
    const everyone = { ...before, emailAddressVisibility: EMAIL_VISIBILITY.everyone };
    const [both] = of({ ...everyone, ...picture }, { avatarSource: 'G', before: everyone });
    expect([both?.wants?.(testQueue), both?.wants?.(computing)]).toEqual([true, false]);
    const became = of({ emailAddressVisibility: EMAIL_VISIBILITY.everyone }, { avatarSource: 'G' }).at(-1);
    expect([became?.wants?.(testQueue), became?.wants?.(computing)]).toEqual([false, true]);
    expect(became?.render(computing)).toMatchObject({ person: { avatar_url: null } });
  });
});
