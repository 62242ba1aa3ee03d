import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { type getSecondFactor, organizationSettings } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { secondFactorOf } from '../credentials/second-factors.repository.js';
import { organizationOf } from '../organization-of.js';

@Injectable()
export class GetSecondFactor {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof getSecondFactor>): Promise<OutputOf<typeof getSecondFactor>> {
    const { organizationId, userId } = caller;
    const { settings } = await organizationOf(this.database.client, organizationId);
    const factor = await secondFactorOf(this.database.direct, organizationId, userId);
    return {
      is_active: factor?.isActive ?? false,
      totp_set_up_at: factor?.totpSetUpAt ?? null,
      recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
      required_from: organizationSettings(settings).require_second_factor_from,
    };
  }
}
