import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import type { CredentialOwner } from './credential-owner.js';
import { recordActivity } from './key-owners.repository.js';

/** Records that an account is used: once a day. The answer does not wait for it. A failed update is repeated by the next request. */
@Injectable()
export class AccountActivity {
  constructor(
    private readonly database: Database,
    private readonly runtime: Runtime,
  ) {}

  note({ organizationId, userId, isKnownActive }: CredentialOwner): void {
    if (isKnownActive) return;
    recordActivity(this.database.direct, organizationId, userId).catch((err: unknown) => {
      this.runtime.logger.warn({ err, organizationId, userId }, 'failed to record account activity');
    });
  }
}
