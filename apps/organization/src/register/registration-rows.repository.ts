import { selectGroupsInSettings, selectGroupsOfUser, selectNumberOfPeople, selectUsers } from '@parley/access';
import { type Caller, isAdministrator } from '@parley/contracts';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import {
  type RowsOf,
  type SqlReader,
  selectBots,
  selectLinkifiers,
  selectOrganization,
  selectRealmEmoji,
  selectTogether,
  wantedIf,
} from '@parley/persistence';
import { selectDomains } from '../domains/domains.repository.js';
import { selectWrittenGroups } from '../groups/named-groups.repository.js';
import { selectPlaygrounds } from '../playgrounds/playgrounds.repository.js';
import { selectProfileFields } from '../profile-fields/profile-fields.repository.js';
import { selectInstallation } from './installation.repository.js';
import { selectPeoplePortions } from './people-portions.repository.js';

export type OwnRows = RowsOf<ReturnType<typeof ownSelects>>;
export type SharedRows = RowsOf<ReturnType<typeof sharedSelects>>;

/** The rows of a registration that differ between users, and the running release. */
export function readOwnRows(reader: SqlReader, caller: Caller, options: RegisterOptions): Promise<OwnRows> {
  return selectTogether(reader, ownSelects(caller, options));
}

/** The rows that are the same for all registrations of an organization, except the people. `isUser`: false for visitors who are not logged in. */
export function readSharedRows(reader: SqlReader, organizationId: number, options: RegisterOptions, isUser: boolean): Promise<SharedRows> {
  return selectTogether(reader, sharedSelects(organizationId, options, isUser));
}

function ownSelects({ organizationId, userId, role }: Caller, options: RegisterOptions) {
  const wants = (group: string) => wantsFetched(options, group);
  return {
    installation: wantedIf(wants('realm'), selectInstallation()),
    me: wantedIf(wants('realm_user'), selectUsers(organizationId, [userId])),
    groups: wantedIf(wants('realm_user'), selectGroupsOfUser(organizationId, userId)),
    bots: wantedIf(wants('realm_bot'), selectBots(organizationId, isAdministrator(role) ? {} : { ownerId: userId })),
  };
}

function sharedSelects(organizationId: number, options: RegisterOptions, isUser: boolean) {
  const wants = (...groups: readonly string[]) => wantsFetched(options, ...groups);
  return {
    // Always read, because its settings decide how long the shared part may be cached.
    organization: selectOrganization(organizationId),
    people: wantedIf(wants('realm'), selectNumberOfPeople(organizationId)),
    groupsInSettings: wantedIf(wants('realm', 'realm_user', 'realm_user_groups'), selectGroupsInSettings(organizationId)),
    namedGroups: wantedIf(wants('realm_user_groups'), selectWrittenGroups(organizationId)),
    portions: wantedIf(isUser && wants('realm_user'), selectPeoplePortions(organizationId)),
    domains: wantedIf(wants('realm_domains'), selectDomains(organizationId)),
    emoji: wantedIf(wants('realm_emoji'), selectRealmEmoji(organizationId)),
    linkifiers: wantedIf(wants('realm_linkifiers'), selectLinkifiers(organizationId)),
    playgrounds: wantedIf(wants('realm_playgrounds'), selectPlaygrounds(organizationId)),
    profileFields: wantedIf(isUser && wants('custom_profile_fields'), selectProfileFields(organizationId)),
  };
}
