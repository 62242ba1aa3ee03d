import { Injectable } from '@nestjs/common';
import type { InputOf } from '@parley/contracts';
import type { forgetPushDevices } from '@parley/contracts/settings';
import { Database } from '@parley/persistence';
import { deletePushTokens } from './devices.repository.js';
import { deletePushRegistrations } from './push-registrations.repository.js';

/** Forgets where a deactivated user is reached. After a reactivation, their devices register again. */
@Injectable()
export class ForgetPushDevices {
  constructor(private readonly database: Database) {}

  async execute({ organizationId, userId }: InputOf<typeof forgetPushDevices>): Promise<Record<string, never>> {
    await this.database.transaction(async (tx) => {
      await deletePushTokens(tx, organizationId, userId);
      await deletePushRegistrations(tx, organizationId, userId);
    });
    return {};
  }
}
