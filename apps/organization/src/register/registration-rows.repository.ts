import { selectGroupsInSettings, selectGroupsOfUser, selectNumberOfPeople, selectUsers } from '@parley/access';
import { type Caller, isAdministrator } from '@parley/contracts';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import {
  type SqlReader,
  selectBots,
  selectLinkifiers,
  selectOrganization,
  selectRealmEmoji,
  selectTogether,
  wantedIf,
} from '@parley/persistence';
import { selectDomains } from '../domains/domains.repository.js';
import { selectNamedGroups } from '../groups/named-groups.repository.js';
import { selectPlaygrounds } from '../playgrounds/playgrounds.repository.js';
import { selectProfileFields } from '../profile-fields/profile-fields.repository.js';
import { selectInstallation } from './installation.repository.js';
import { selectPeoplePortions } from './people-portions.repository.js';

export interface Registration {
  readonly organizationId: number;
  /** Undefined: a visitor who is not logged in. */
  readonly viewer?: Pick<Caller, 'userId' | 'role'>;
  readonly options: RegisterOptions;
}

export type RegistrationRows = Awaited<ReturnType<typeof readRegistrationRows>>;

/** Everything that a registration needs, except the people, in one statement. */
export function readRegistrationRows(reader: SqlReader, { organizationId, viewer, options }: Registration) {
  const wants = (...groups: readonly string[]) => wantsFetched(options, ...groups);
  const isUser = viewer !== undefined;
  const userId = viewer?.userId ?? 0;
  const wantsPeople = wants('realm_user');
  return selectTogether(reader, {
    organization: wantedIf(wants('realm', 'realm_user'), selectOrganization(organizationId)),
    people: wantedIf(wants('realm'), selectNumberOfPeople(organizationId)),
    installation: wantedIf(wants('realm'), selectInstallation()),
    groupsInSettings: wantedIf(wants('realm', 'realm_user', 'realm_user_groups'), selectGroupsInSettings(organizationId)),
    namedGroups: wantedIf(wants('realm_user_groups'), selectNamedGroups(organizationId)),
    ownGroups: wantedIf(isUser && wantsPeople, selectGroupsOfUser(organizationId, userId)),
    me: wantedIf(isUser && wantsPeople, selectUsers(organizationId, [userId])),
    portions: wantedIf(isUser && wantsPeople, selectPeoplePortions(organizationId)),
    domains: wantedIf(wants('realm_domains'), selectDomains(organizationId)),
    emoji: wantedIf(wants('realm_emoji'), selectRealmEmoji(organizationId)),
    linkifiers: wantedIf(wants('realm_linkifiers'), selectLinkifiers(organizationId)),
    playgrounds: wantedIf(wants('realm_playgrounds'), selectPlaygrounds(organizationId)),
    profileFields: wantedIf(isUser && wants('custom_profile_fields'), selectProfileFields(organizationId)),
    bots: wantedIf(
      isUser && wants('realm_bot'),
      selectBots(organizationId, isUser && isAdministrator(viewer.role) ? {} : { ownerId: userId }),
    ),
  });
}
