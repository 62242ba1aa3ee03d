import { avatarUrlOf, mediumAvatarUrlOf, type UserRecord } from '@parley/access';
import { isAdministrator, ROLES } from '@parley/contracts';

/** Permissions of the caller that older clients read as booleans. */
export interface OwnPermissions {
  readonly createPublicChannels: boolean;
  readonly createPrivateChannels: boolean;
  readonly createWebPublicChannels: boolean;
  readonly subscribeOthers: boolean;
  readonly inviteOthers: boolean;
}

/** The caller's own fields in the group `realm_user`. */
export function ownFields(me: UserRecord, may: OwnPermissions): Record<string, unknown> {
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
    can_create_streams: may.createPublicChannels || may.createPrivateChannels,
    can_create_public_streams: may.createPublicChannels,
    can_create_private_streams: may.createPrivateChannels,
    can_create_web_public_streams: may.createWebPublicChannels,
    can_subscribe_other_users: may.subscribeOthers,
    can_invite_others_to_realm: may.inviteOthers,
  };
}
