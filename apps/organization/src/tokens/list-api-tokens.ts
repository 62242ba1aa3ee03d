import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { listApiTokens } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { apiTokensOf } from '../credentials/api-tokens.repository.js';
import { tokenObjectOf } from './token-object.js';
import { accountWithTokens } from './token-owner.js';

@Injectable()
export class ListApiTokens {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof listApiTokens>): Promise<OutputOf<typeof listApiTokens>> {
    const { direct } = this.database;
    const account = await accountWithTokens(direct, caller, params.user_id);
    const tokens = await apiTokensOf(direct, caller.organizationId, account.id);
    return { tokens: tokens.map(tokenObjectOf) };
  }
}
