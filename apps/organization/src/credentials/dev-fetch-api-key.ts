import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { devFetchApiKey } from '@parley/contracts/organization';
import { CONFIG } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import { FetchApiKey } from './fetch-api-key.js';
import { PasswordLogin } from './password-login.js';

/** Returns the API key for an email address without a password. Only in the local demo. Elsewhere the endpoint does not exist. */
@Injectable()
export class DevFetchApiKey {
  constructor(
    private readonly fetchApiKey: FetchApiKey,
    private readonly login: PasswordLogin,
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'PARLEY_DEMO'>,
  ) {}

  async execute({ caller, params }: CallOf<typeof devFetchApiKey>): Promise<OutputOf<typeof devFetchApiKey>> {
    if (!this.config.PARLEY_DEMO) throw apiErrors.notFound();
    const account = await this.login.accountOf(caller.host, params.username);
    if (account === undefined) throw apiErrors.authenticationFailed();
    return this.fetchApiKey.reveal(account);
  }
}
