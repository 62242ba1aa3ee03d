import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf, type Visitor } from '@parley/contracts';
import { type RegisterOptions, registerParts, wantsFetched } from '@parley/contracts/event-queue';
import { Database, type Tx, userDefaultsOf, userSettingsOf } from '@parley/persistence';
import { clientDevicesOf } from '../devices/devices.repository.js';
import { NavigationViewsRepository } from '../navigation-views/navigation-views.repository.js';
import { presenceFields } from '../presence/presence-fields.js';
import { SavedSnippetsRepository } from '../saved-snippets/saved-snippets.repository.js';
import { statusFields } from '../status/status-fields.js';
import { emptyGroups } from './empty-groups.js';
import { spectatorFields } from './spectator-fields.js';
import { topLevelSettings, wireDefaults, wireUserSettings } from './wire-user-settings.js';

type Part = typeof registerParts.settings;
type Fields = OutputOf<Part>['fields'];

/** The personal fields of a registration, read in the snapshot of the registration. */
@Injectable()
export class ReadRegisterPart {
  constructor(
    private readonly database: Database,
    private readonly views: NavigationViewsRepository,
    private readonly snippets: SavedSnippetsRepository,
  ) {}

  async execute(caller: Caller | Visitor, { snapshotId, options, spectatedOrganizationId }: InputOf<Part>): Promise<OutputOf<Part>> {
    if (!('userId' in caller)) {
      if (spectatedOrganizationId === undefined) return { fields: {} };
      const { clientName } = caller;
      return this.database.readSnapshot(snapshotId, async (tx) => ({
        fields: await spectatorFields(tx, { organizationId: spectatedOrganizationId, clientName }, options),
      }));
    }
    return this.database.readSnapshot(snapshotId, async (tx) => ({
      fields: {
        ...(await settingFields(tx, caller, options)),
        ...(await this.ownObjects(tx, caller, options)),
        ...(wantsFetched(options, 'presence') && (await presenceFields(tx, caller, options))),
        ...(wantsFetched(options, 'user_status') && (await statusFields(tx, caller))),
        ...emptyGroups(options),
      },
    }));
  }

  private async ownObjects(tx: Tx, caller: Caller, options: RegisterOptions): Promise<Fields> {
    const fields: Fields = {};
    if (wantsFetched(options, 'navigation_views')) fields.navigation_views = await this.views.list(tx, caller);
    if (wantsFetched(options, 'saved_snippets')) fields.saved_snippets = await this.snippets.list(tx, caller);
    if (wantsFetched(options, 'device')) fields.devices = await clientDevicesOf(tx, caller.organizationId, caller.userId);
    return fields;
  }
}

async function settingFields(tx: Tx, { organizationId, userId, clientName }: Caller, options: RegisterOptions): Promise<Fields> {
  const fields: Fields = {};
  if (wantsFetched(options, 'user_settings')) {
    const values = await userSettingsOf(tx, organizationId, userId);
    if (values === undefined) throw apiErrors.noSuchUser();
    fields.user_settings = wireUserSettings(values, clientName);
    Object.assign(fields, topLevelSettings(values, clientName));
  }
  if (wantsFetched(options, 'realm_user_settings_defaults')) {
    fields.realm_user_settings_defaults = wireDefaults(await userDefaultsOf(tx, organizationId), clientName);
  }
  return fields;
}
