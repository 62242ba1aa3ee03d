import { ALL_ROLES, type PayloadOf, type Role } from '@parley/contracts';
import { isAvatarComputable, rolesThatSeeEmail, userEmailsChanged } from '@parley/contracts/organization';
import { fanOut, type Part } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

type UserEmailsChanged = PayloadOf<typeof userEmailsChanged>;

/**
 * Others receive what they may see now: everyone the API email, users who may see the real address that address (null if they may not any
 * more), and everyone the avatar if it is generated from the address.
 */
export const userEmailsChangedFanOut = fanOut(userEmailsChanged, {
  parts: (changed) => [...apiEmail(changed), ...realAddress(changed), ...picture(changed)],
});

function about(userId: number, person: Readonly<Record<string, unknown>>) {
  return { type: 'realm_user', op: 'update', person: { user_id: userId, ...person } };
}

function apiEmail({ userId, before, after, guestsWithAccess: guests }: UserEmailsChanged): Part[] {
  if (before.email === after.email) return [];
  const event = about(userId, { new_email: after.email });
  return [{ clientType: 'realm_user', audience: whoSeesUser(guests), render: () => event }];
}

function realAddress({ userId, before, after, guestsWithAccess: guests }: UserEmailsChanged): Part[] {
  const isAnother = before.deliveryEmail !== after.deliveryEmail;
  const saw = rolesThatSeeEmail(before.emailAddressVisibility);
  const see = rolesThatSeeEmail(after.emailAddressVisibility);
  const others = (roles: readonly Role[], delivery_email: string | null): Part[] =>
    roles.length === 0
      ? []
      : [
          {
            clientType: 'realm_user',
            audience: { ...whoSeesUser(guests, roles), except: [userId] },
            render: () => about(userId, { delivery_email }),
          },
        ];
  const ownPart: Part = {
    clientType: 'realm_user',
    audience: { users: [userId] },
    render: () => about(userId, { delivery_email: after.deliveryEmail }),
  };
  return [
    ...(isAnother ? [ownPart] : []),
    ...others(
      see.filter((role) => isAnother || !saw.includes(role)),
      after.deliveryEmail,
    ),
    ...others(
      ALL_ROLES.filter((role) => saw.includes(role) && !see.includes(role)),
      null,
    ),
  ];
}

/** Clients that compute avatar URLs receive it only if this becomes possible or impossible. */
function picture({ userId, avatarSource, avatarVersion, before, after, guestsWithAccess: guests }: UserEmailsChanged): Part[] {
  const shown = (of: UserEmailsChanged['before'], clientGravatar: boolean) =>
    clientGravatar && isAvatarComputable({ ...of, avatarSource }) ? null : of.avatarUrl;
  const differs = (clientGravatar: boolean) => shown(before, clientGravatar) !== shown(after, clientGravatar);
  if (!differs(true) && !differs(false)) return [];
  return [
    {
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      wants: ({ clientGravatar }) => differs(clientGravatar),
      render: ({ clientGravatar }) =>
        about(userId, {
          avatar_url: shown(after, clientGravatar),
          avatar_source: avatarSource,
          avatar_url_medium: after.mediumAvatarUrl,
          avatar_version: avatarVersion,
        }),
    },
  ];
}
