import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type fetchApiKey, organizationSettings } from '@parley/contracts/organization';
import { ApiKeys } from './api-keys.js';
import type { LoginAccount } from './login-accounts.repository.js';
import { PasswordLogin, refuseDeactivated } from './password-login.js';

/** Returns the API key for an email address and password. */
@Injectable()
export class FetchApiKey {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly login: PasswordLogin,
  ) {}

  async execute({ caller, params, requestId }: CallOf<typeof fetchApiKey>): Promise<OutputOf<typeof fetchApiKey>> {
    return this.reveal(await this.login.execute({ caller, ...params, requestId }));
  }

  /** @throws organizationDeactivated, userDeactivated, apiKeysDisabled */
  reveal(account: LoginAccount): OutputOf<typeof fetchApiKey> {
    refuseDeactivated(account);
    if (!organizationSettings(account.organizationSettings).api_keys_allowed) throw apiErrors.apiKeysDisabled();
    if (account.sealedKey === null) throw new Error(`user ${account.userId} has no key`);
    return { api_key: this.apiKeys.open(account.userId, account.sealedKey), email: account.deliveryEmail, user_id: account.userId };
  }
}
