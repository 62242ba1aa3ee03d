import { buildUserObject, type FormerUserObject, type RegisterOptions, type UserObject } from '@parley/contracts';
import { type UserRecord, userFactsOf } from '@parley/persistence';
import { JsonText } from '@parley/rpc';

/** The lists of people and bots of a registration, as JSON. */
export interface PeopleLists {
  readonly realm_users: JsonText;
  readonly realm_non_active_users: JsonText;
  readonly cross_realm_bots: JsonText;
}

/** What of a client the lists depend on. */
export interface ListForm {
  readonly clientGravatar: boolean;
  /** It asks for the picture of somebody who left when it shows him (capability user_avatar_url_field_optional): the lists are without those. */
  readonly asksForPictures: boolean;
}

export function listFormOf({ clientGravatar, capabilities }: RegisterOptions): ListForm {
  return { clientGravatar, asksForPictures: capabilities.user_avatar_url_field_optional === true };
}

/** System bots look the same for everybody; all others are shown by `show`. */
export function writeLists(users: readonly UserRecord[], form: ListForm, show: (user: UserRecord) => UserObject): PeopleLists {
  const { clientGravatar, asksForPictures } = form;
  const [systemBots, people] = [users.filter((user) => user.isSystemBot), users.filter((user) => !user.isSystemBot)];
  const showBot = (bot: UserRecord) =>
    buildUserObject(userFactsOf(bot), { clientGravatar, withProfileData: true, seesDeliveryEmail: true });
  const former = people.filter((user) => !user.isActive).map(show);
  return {
    realm_users: JsonText.of(people.filter((user) => user.isActive).map(show)),
    realm_non_active_users: JsonText.of(asksForPictures ? former.map(withoutPicture) : former),
    cross_realm_bots: JsonText.of(systemBots.map(showBot)),
  };
}

function withoutPicture({ avatar_url: _, ...user }: UserObject): FormerUserObject {
  return user;
}

export function concatenateLists(lists: readonly PeopleLists[]): PeopleLists {
  return {
    realm_users: JsonText.concatenated(lists.map((part) => part.realm_users)),
    realm_non_active_users: JsonText.concatenated(lists.map((part) => part.realm_non_active_users)),
    cross_realm_bots: JsonText.concatenated(lists.map((part) => part.cross_realm_bots)),
  };
}
