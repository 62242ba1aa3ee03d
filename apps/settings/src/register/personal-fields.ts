import { peopleViewer } from '@parley/access';
import { apiErrors, type Caller, type OutputOf } from '@parley/contracts';
import { type RegisterOptions, type registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { remainingSteps } from '@parley/contracts/settings';
import { type SqlReader, selectTogether, selectUserDefaults, selectUserSettings, wantedIf } from '@parley/persistence';
import { clientDevices, selectClientDevices } from '../devices/devices.repository.js';
import { selectNavigationViews } from '../navigation-views/navigation-views.repository.js';
import { selectSeenSteps } from '../onboarding-steps/onboarding-steps.repository.js';
import { selectPresenceState } from '../presence/presence.repository.js';
import { presenceFields } from '../presence/presence-fields.js';
import { selectSavedSnippets } from '../saved-snippets/saved-snippets.repository.js';
import { selectVisibleStatuses } from '../status/status.repository.js';
import { statusFields } from '../status/status-fields.js';
import { emptyGroups } from './empty-groups.js';
import { topLevelSettings, wireDefaults, wireUserSettings } from './wire-user-settings.js';

/** Clients show a video tour if the server has one. */
export const NO_VIDEO = { navigation_tour_video_url: null } as const;

type Fields = OutputOf<typeof registerParts.settings>['fields'];

/** The personal fields of a user's registration. Takes one statement, and one more for presences. */
export async function personalFields(reader: SqlReader, caller: Caller, options: RegisterOptions): Promise<Fields> {
  const { clientName } = caller;
  const wants = (group: string) => wantsFetched(options, group);
  const state = await personalState(reader, caller, wants);
  const {
    settings: [settings],
    defaults: [defaults],
    presence: [presence],
  } = state;
  const fields: Fields = emptyGroups(options);
  if (wants('user_settings')) {
    if (settings === undefined) throw apiErrors.noSuchUser();
    fields.user_settings = wireUserSettings(settings, clientName);
    Object.assign(fields, topLevelSettings(settings, clientName));
  }
  if (defaults !== undefined) fields.realm_user_settings_defaults = wireDefaults(defaults, clientName);
  if (wants('navigation_views')) fields.navigation_views = state.views;
  if (wants('saved_snippets')) fields.saved_snippets = state.snippets;
  if (wants('onboarding_steps')) Object.assign(fields, { onboarding_steps: remainingSteps(state.seenSteps), ...NO_VIDEO });
  if (wants('device')) fields.devices = clientDevices(state.devices);
  if (wants('user_status')) fields.user_status = statusFields(state.statuses, clientName);
  if (presence !== undefined) Object.assign(fields, await presenceFields(reader, caller, presence, options));
  return fields;
}

function personalState(reader: SqlReader, caller: Caller, wants: (group: string) => boolean) {
  const { organizationId, userId } = caller;
  return selectTogether(reader, {
    settings: wantedIf(wants('user_settings'), selectUserSettings(organizationId, userId)),
    defaults: wantedIf(wants('realm_user_settings_defaults'), selectUserDefaults(organizationId)),
    views: wantedIf(wants('navigation_views'), selectNavigationViews(organizationId, userId)),
    snippets: wantedIf(wants('saved_snippets'), selectSavedSnippets(organizationId, userId)),
    seenSteps: wantedIf(wants('onboarding_steps'), selectSeenSteps(organizationId, userId)),
    devices: wantedIf(wants('device'), selectClientDevices(organizationId, userId)),
    statuses: wantedIf(wants('user_status'), selectVisibleStatuses(peopleViewer(caller))),
    presence: wantedIf(wants('presence'), selectPresenceState(organizationId)),
  });
}
