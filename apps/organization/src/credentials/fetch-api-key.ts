import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type fetchApiKey, isPasswordLoginEnabled } from '@parley/contracts/organization';
import { Database, organizationByStringId } from '@parley/persistence';
import { type NamedByHost, OrganizationAddresses, Runtime } from '@parley/runtime';
import { ApiKeys } from './api-keys.js';
import { type LoginAccount, loginAccount } from './login-accounts.repository.js';
import { Passwords } from './passwords.js';

/** Returns the API key for an email address and password. With a wrong password the answer does not reveal whether the account exists. */
@Injectable()
export class FetchApiKey {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly apiKeys: ApiKeys,
    private readonly passwords: Passwords,
    private readonly runtime: Runtime,
  ) {}

  async execute({ caller, params }: CallOf<typeof fetchApiKey>): Promise<OutputOf<typeof fetchApiKey>> {
    const account = await this.accountOf(caller.host, params.username);
    const isRight = await this.passwords.matches(account?.passwordHash ?? null, params.password);
    if (account === undefined || !isRight) {
      if (account !== undefined) this.noteWrongPassword(account);
      throw apiErrors.authenticationFailed();
    }
    if (!isPasswordLoginEnabled(account.organizationSettings)) throw apiErrors.passwordLoginDisabled();
    return this.reveal(account);
  }

  /** The gateway logs the failed login with its IP address. This line adds the account. Both have the request id. */
  private noteWrongPassword({ organizationId, userId }: LoginAccount): void {
    this.runtime.logger.info({ organizationId, userId }, 'the password did not match');
  }

  /** @throws invalidEmailAddress, unknownOrganization */
  async accountOf(host: string, username: string): Promise<LoginAccount | undefined> {
    const email = username.trim();
    if (!isEmailAddress(email)) throw apiErrors.invalidEmailAddress();
    const named = this.addresses.read(host);
    await this.refuseUnknown(named);
    return loginAccount(this.database.direct, named, email);
  }

  /** @throws organizationDeactivated, userDeactivated */
  reveal(account: LoginAccount): OutputOf<typeof fetchApiKey> {
    if (account.isOrganizationDeactivated) throw apiErrors.organizationDeactivated();
    if (!account.isActive) throw apiErrors.userDeactivated();
    if (account.sealedKey === null) throw new Error(`user ${account.userId} has no key`);
    return { api_key: this.apiKeys.open(account.userId, account.sealedKey), email: account.deliveryEmail, user_id: account.userId };
  }

  private async refuseUnknown(named: NamedByHost): Promise<void> {
    if (named.kind === 'bare') return;
    const isKnown = named.kind === 'organization' && (await organizationByStringId(this.database.direct, named.stringId)) !== undefined;
    if (!isKnown) throw apiErrors.unknownOrganization();
  }
}
