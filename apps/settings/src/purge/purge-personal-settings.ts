import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgePersonalSettings } from '@parley/contracts/settings';
import { Database, type PurgeStep, purgeForAWhile, purgeRows } from '@parley/persistence';

/** Deletes what the service stores for an organization that is being purged. */
@Injectable()
export class PurgePersonalSettings {
  readonly steps: readonly PurgeStep[];

  constructor(private readonly database: Database) {
    this.steps = [
      purgeRows(database, 'user_settings', { key: ['user_id'] }),
      purgeRows(database, 'organization_user_defaults', { key: [] }),
      purgeRows(database, 'navigation_view', { key: ['user_id', 'fragment'] }),
      purgeRows(database, 'saved_snippet', { key: ['id'] }),
      purgeRows(database, 'onboarding_step', { key: ['user_id', 'step'] }),
      purgeRows(database, 'push_token', { key: ['user_id', 'service', 'token_digest'] }),
      purgeRows(database, 'push_registration', { key: ['device_id'] }),
      purgeRows(database, 'client_device', { key: ['id'] }),
      purgeRows(database, 'user_presence', { key: ['update_id'] }),
      purgeRows(database, 'presence_sequence', { key: [] }),
      purgeRows(database, 'user_status', { key: ['user_id'] }),
    ];
  }

  execute(input: InputOf<typeof purgePersonalSettings>): Promise<OutputOf<typeof purgePersonalSettings>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }
}
