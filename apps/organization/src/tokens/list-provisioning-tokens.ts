import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listProvisioningTokens } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { apiTokensOf } from '../credentials/api-tokens.repository.js';
import { provisioningAccount } from './provisioning-account.js';
import { provisioningTokenObjectOf } from './token-object.js';

@Injectable()
export class ListProvisioningTokens {
  constructor(private readonly database: Database) {}

  async execute({ caller }: CallOf<typeof listProvisioningTokens>): Promise<OutputOf<typeof listProvisioningTokens>> {
    const { direct } = this.database;
    const tokens = await apiTokensOf(direct, caller.organizationId, await provisioningAccount(direct, caller));
    return { tokens: tokens.map(provisioningTokenObjectOf) };
  }
}
