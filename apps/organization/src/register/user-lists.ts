import { type UserRecord, userFactsOf } from '@parley/access';
import { buildUserObject } from '@parley/client-events';
import type { RegisterOptions } from '@parley/contracts/event-queue';
import type { FormerUserObject, UserObject } from '@parley/contracts/organization';
import { RawJson } from '@parley/rpc';

/** The lists of users and bots in a registration, as JSON. */
export interface UserLists {
  readonly realm_users: RawJson;
  readonly realm_non_active_users: RawJson;
  readonly cross_realm_bots: RawJson;
}

/** Client properties that the lists depend on. */
export interface ListForm {
  readonly clientGravatar: boolean;
  /**
   * The client loads avatars of deactivated users when it shows them (capability user_avatar_url_field_optional), so the lists omit
   * them.
   */
  readonly loadsAvatars: boolean;
}

export function listFormOf({ clientGravatar, capabilities }: RegisterOptions): ListForm {
  return { clientGravatar, loadsAvatars: capabilities.user_avatar_url_field_optional === true };
}

/** System bots look the same for all viewers. `show` serializes all others. */
export function serializeLists(users: readonly UserRecord[], form: ListForm, show: (user: UserRecord) => UserObject): UserLists {
  const { clientGravatar, loadsAvatars } = form;
  const [systemBots, people] = [users.filter((user) => user.isSystemBot), users.filter((user) => !user.isSystemBot)];
  const showBot = (bot: UserRecord) =>
    buildUserObject(userFactsOf(bot), { clientGravatar, withProfileData: true, seesDeliveryEmail: true });
  const former = people.filter((user) => !user.isActive).map(show);
  return {
    realm_users: RawJson.of(people.filter((user) => user.isActive).map(show)),
    realm_non_active_users: RawJson.of(loadsAvatars ? former.map(withoutAvatar) : former),
    cross_realm_bots: RawJson.of(systemBots.map(showBot)),
  };
}

function withoutAvatar({ avatar_url: _, ...user }: UserObject): FormerUserObject {
  return user;
}

export function concatenateLists(lists: readonly UserLists[]): UserLists {
  return {
    realm_users: RawJson.concatenated(lists.map((part) => part.realm_users)),
    realm_non_active_users: RawJson.concatenated(lists.map((part) => part.realm_non_active_users)),
    cross_realm_bots: RawJson.concatenated(lists.map((part) => part.cross_realm_bots)),
  };
}
