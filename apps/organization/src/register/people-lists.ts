import { buildUserObject, type UserObject } from '@parley/contracts';
import type { UserRecord } from '@parley/persistence';
import { JsonText } from '@parley/rpc';
import { userFactsOf } from '../users/user-facts.js';

/** The lists of people and bots of a registration, as JSON. */
export interface PeopleLists {
  readonly realm_users: JsonText;
  readonly realm_non_active_users: JsonText;
  readonly cross_realm_bots: JsonText;
}

/** System bots look the same for everybody; all others are shown by `show`. */
export function writeLists(users: readonly UserRecord[], clientGravatar: boolean, show: (user: UserRecord) => UserObject): PeopleLists {
  const [systemBots, people] = [users.filter((user) => user.isSystemBot), users.filter((user) => !user.isSystemBot)];
  const showBot = (bot: UserRecord) =>
    buildUserObject(userFactsOf(bot), { clientGravatar, withProfileData: true, seesDeliveryEmail: true });
  return {
    realm_users: JsonText.of(people.filter((user) => user.isActive).map(show)),
    realm_non_active_users: JsonText.of(people.filter((user) => !user.isActive).map(show)),
    cross_realm_bots: JsonText.of(systemBots.map(showBot)),
  };
}

export function concatenateLists(lists: readonly PeopleLists[]): PeopleLists {
  return {
    realm_users: JsonText.concatenated(lists.map((part) => part.realm_users)),
    realm_non_active_users: JsonText.concatenated(lists.map((part) => part.realm_non_active_users)),
    cross_realm_bots: JsonText.concatenated(lists.map((part) => part.cross_realm_bots)),
  };
}
