import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { type SqlReader, userDefaultsOf } from '@parley/persistence';
import { emptyGroups } from './empty-groups.js';
import { NO_VIDEO } from './personal-fields.js';
import { wireDefaults, wireUserSettings } from './wire-user-settings.js';

type Fields = Record<string, unknown>;

/** For visitors who are not logged in: the settings of new users, and empty personal data, presences and statuses. */
export async function spectatorFields(
  reader: SqlReader,
  { organizationId, clientName }: { organizationId: number; clientName: string },
  options: RegisterOptions,
): Promise<Fields> {
  const fields: Fields = emptyGroups(options);
  if (wantsFetched(options, 'user_settings', 'realm_user_settings_defaults')) {
    const defaults = await userDefaultsOf(reader, organizationId);
    if (wantsFetched(options, 'user_settings')) fields.user_settings = wireUserSettings(defaults, clientName);
    if (wantsFetched(options, 'realm_user_settings_defaults')) fields.realm_user_settings_defaults = wireDefaults(defaults, clientName);
  }
  if (wantsFetched(options, 'presence')) {
    Object.assign(fields, { presences: {}, presence_last_update_id: -1, server_timestamp: Date.now() / 1000 });
  }
  if (wantsFetched(options, 'user_status')) fields.user_status = {};
  if (wantsFetched(options, 'navigation_views')) fields.navigation_views = [];
  if (wantsFetched(options, 'onboarding_steps')) Object.assign(fields, { onboarding_steps: [], ...NO_VIDEO });
  if (wantsFetched(options, 'saved_snippets')) fields.saved_snippets = [];
  if (wantsFetched(options, 'device')) fields.devices = {};
  return fields;
}
