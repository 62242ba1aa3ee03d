import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type fetchApiKey, isSecondFactorRequired, organizationSettings } from '@parley/contracts/organization';
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
    const account = await this.login.execute({ caller, ...params, requestId });
    // The apps that call this know no second factor, and a password alone must not give what opens everything.
    if (account.hasSecondFactor) throw apiErrors.secondFactorInBrowser();
    if (isSecondFactorRequired(account.organizationSettings)) throw apiErrors.secondFactorMissing();
    return this.reveal(account);
  }

  /** @throws organizationDeactivated, userDeactivated, apiKeysDisabled */
  reveal(account: LoginAccount): OutputOf<typeof fetchApiKey> {
    refuseDeactivated(account);
    if (!organizationSettings(account.organizationSettings).api_keys_allowed) throw apiErrors.apiKeysDisabled();
    if (account.sealedKey === null) throw new Error(`user ${account.userId} has no key`);
    return { api_key: this.apiKeys.open(account.userId, account.sealedKey), email: account.deliveryEmail, user_id: account.userId };
  }
}
