import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { type fetchApiKey, isPasswordLoginEnabled } from '@parley/contracts/organization';
import { Database, organizationByStringId } from '@parley/persistence';
import { type NamedByHost, OrganizationAddresses, Runtime } from '@parley/runtime';
import { NoteLogin } from '../audit/note-login.js';
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
    private readonly noteLogin: NoteLogin,
    private readonly runtime: Runtime,
  ) {}

  async execute({ caller, params, requestId }: CallOf<typeof fetchApiKey>): Promise<OutputOf<typeof fetchApiKey>> {
    const { organizationId, account } = await this.find(caller.host, params.username);
    const note = async (isSuccessful: boolean) => {
      if (organizationId === undefined) return;
      const address = caller.address ?? null;
      await this.noteLogin.execute(organizationId, { isSuccessful, userId: account?.userId ?? null, address, requestId });
    };
    try {
      const answer = await this.checked(account, params.password);
      await note(true);
      return answer;
    } catch (error) {
      // Not awaited: on a bare host only an account has an organization, so the duration of the answer would reveal it.
      void note(false);
      throw error;
    }
  }

  /** @throws authenticationFailed, passwordLoginDisabled, organizationDeactivated, userDeactivated */
  private async checked(account: LoginAccount | undefined, password: string): Promise<OutputOf<typeof fetchApiKey>> {
    const isRight = await this.passwords.matches(account?.passwordHash ?? null, password);
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
    return (await this.find(host, username)).account;
  }

  /** The organization is unknown on a bare host without an account. */
  private async find(host: string, username: string): Promise<{ organizationId?: number | undefined; account: LoginAccount | undefined }> {
    const email = username.trim();
    if (!isEmailAddress(email)) throw apiErrors.invalidEmailAddress();
    const named = this.addresses.read(host);
    const organizationId = await this.organizationOf(named);
    const account = await loginAccount(this.database.direct, named, email);
    return { organizationId: organizationId ?? account?.organizationId, account };
  }

  /** @throws organizationDeactivated, userDeactivated */
  reveal(account: LoginAccount): OutputOf<typeof fetchApiKey> {
    if (account.isOrganizationDeactivated) throw apiErrors.organizationDeactivated();
    if (!account.isActive) throw apiErrors.userDeactivated();
    if (account.sealedKey === null) throw new Error(`user ${account.userId} has no key`);
    return { api_key: this.apiKeys.open(account.userId, account.sealedKey), email: account.deliveryEmail, user_id: account.userId };
  }

  /** Undefined on a bare host. @throws unknownOrganization */
  private async organizationOf(named: NamedByHost): Promise<number | undefined> {
    if (named.kind === 'bare') return undefined;
    const found = named.kind === 'organization' ? await organizationByStringId(this.database.direct, named.stringId) : undefined;
    if (found === undefined) throw apiErrors.unknownOrganization();
    return found.id;
  }
}
