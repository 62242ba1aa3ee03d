import { buildUserObject, type Caller, isAdministrator, type RegisterOptions, ROLES, type UserObject } from '@parley/contracts';
import type { UserRecord } from '@parley/persistence';
import { avatarUrlOf, mediumAvatarUrlOf } from '@parley/policies';
import type { Profiles } from '../profile-fields/profile-values.js';
import { userFactsOf } from '../users/user-facts.js';
import type { UserEyes } from '../users/visible-users.js';

/** What somebody may do by the permissions that older clients know as plain booleans. */
export interface OwnPermissions {
  readonly createPublicChannels: boolean;
  readonly createPrivateChannels: boolean;
  readonly createWebPublicChannels: boolean;
  readonly subscribeOthers: boolean;
  readonly inviteOthers: boolean;
}

/** The group `realm_user` (reference/register-fields.md): everybody, and oneself. */
export function userFields(
  users: readonly UserRecord[],
  {
    eyes,
    profiles,
    caller,
    options,
    may,
  }: { eyes: UserEyes; profiles: Profiles; caller: Caller; options: RegisterOptions; may: OwnPermissions },
): Record<string, unknown> {
  const { clientGravatar } = options;
  const isListed = (user: UserRecord) => eyes.maySee(user.id) || options.capabilities.user_list_incomplete !== true;
  const people = users.filter((user) => !user.isSystemBot && isListed(user));
  const show = (chosen: readonly UserRecord[]): UserObject[] => chosen.map((user) => eyes.show(user, { clientGravatar, profiles }));
  return {
    realm_users: show(people.filter((user) => user.isActive)),
    realm_non_active_users: show(people.filter((user) => !user.isActive)),
    cross_realm_bots: users
      .filter((user) => user.isSystemBot)
      .map((user) => buildUserObject(userFactsOf(user), { clientGravatar, withProfileData: true, seesDeliveryEmail: true })),
    ...ownFields(users, caller),
    can_create_streams: may.createPublicChannels || may.createPrivateChannels,
    can_create_public_streams: may.createPublicChannels,
    can_create_private_streams: may.createPrivateChannels,
    can_create_web_public_streams: may.createWebPublicChannels,
    can_subscribe_other_users: may.subscribeOthers,
    can_invite_others_to_realm: may.inviteOthers,
  };
}

function ownFields(users: readonly UserRecord[], caller: Caller): Record<string, unknown> {
  const me = users.find((user) => user.id === caller.userId);
  if (me === undefined) throw new Error(`user ${caller.userId} is not in his organization`);
  return {
    user_id: me.id,
    email: me.apiEmail,
    delivery_email: me.deliveryEmail,
    full_name: me.fullName,
    avatar_source: me.avatarSource,
    avatar_url: avatarUrlOf(me),
    avatar_url_medium: mediumAvatarUrlOf(me),
    is_owner: me.role === ROLES.owner,
    is_admin: isAdministrator(me.role),
    is_moderator: me.role === ROLES.moderator,
    is_guest: me.role === ROLES.guest,
  };
}
