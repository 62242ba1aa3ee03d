import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '@parley/access';
import { apiErrors, type Visitor } from '@parley/contracts';
import { isPasswordLoginEnabled } from '@parley/contracts/organization';
import { Database, organizationByStringId } from '@parley/persistence';
import { type NamedByHost, OrganizationAddresses, type Requester, Runtime } from '@parley/runtime';
import { NoteLogin } from '../audit/note-login.js';
import { type LoginAccount, loginAccount } from './login-accounts.repository.js';
import { Passwords } from './passwords.js';

/** All sign-ins at a host that names no organization take the turns of one. */
const BARE_HOST = 'bare host';

/** An account that may be used, whose password was given. */
export type LoggedInAccount = LoginAccount & { readonly passwordHash: string };

interface Attempt {
  readonly caller: Visitor;
  readonly username: string;
  readonly password: string;
  readonly requestId: string;
}

/**
 * Finds the account of an email address and password, and writes the login into the audit log. With a wrong password neither the answer nor its
 * duration reveal whether the account exists.
 */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly passwords: Passwords,
    private readonly noteLogin: NoteLogin,
    private readonly runtime: Runtime,
  ) {}

  /** @throws ApiError as fetchApiKey declares */
  async execute({ caller, username, password, requestId }: Attempt): Promise<LoggedInAccount> {
    const { namedId, account } = await this.find(caller.host, username);
    const organizationId = namedId ?? account?.organizationId;
    // By the host and the address, and not by the account, so that the duration does not reveal whether it exists.
    const by = { organizationId: namedId ?? BARE_HOST, personId: caller.address ?? '' };
    const note = async (isSuccessful: boolean) => {
      if (organizationId === undefined) return;
      const address = caller.address ?? null;
      await this.noteLogin.execute(organizationId, { isSuccessful, userId: account?.userId ?? null, address, requestId });
    };
    try {
      const checked = await this.checked(account, password, by);
      // With a second factor, the login succeeds with its code.
      if (!checked.hasSecondFactor) await note(true);
      return checked;
    } catch (error) {
      // Not awaited: on a bare host only an account has an organization, so the duration of the answer would reveal it.
      void note(false);
      throw error;
    }
  }

  /** @throws invalidEmailAddress, unknownOrganization */
  async accountOf(host: string, username: string): Promise<LoginAccount | undefined> {
    return (await this.find(host, username)).account;
  }

  /** @throws authenticationFailed, passwordLoginDisabled, organizationDeactivated, userDeactivated */
  private async checked(account: LoginAccount | undefined, password: string, by: Requester): Promise<LoggedInAccount> {
    const passwordHash = account?.passwordHash ?? null;
    const isRight = await this.passwords.matches(passwordHash, password, by);
    if (account === undefined || passwordHash === null || !isRight) {
      if (account !== undefined) this.noteWrongPassword(account);
      throw apiErrors.authenticationFailed();
    }
    if (!isPasswordLoginEnabled(account.organizationSettings)) throw apiErrors.passwordLoginDisabled();
    refuseDeactivated(account);
    return { ...account, passwordHash };
  }

  /** The gateway logs the failed login with its IP address. This line adds the account. Both have the request id. */
  private noteWrongPassword({ organizationId, userId }: LoginAccount): void {
    this.runtime.logger.info({ organizationId, userId }, 'the password did not match');
  }

  /** `namedId`: the organization that the host names. */
  private async find(host: string, username: string): Promise<{ namedId: number | undefined; account: LoginAccount | undefined }> {
    const email = username.trim();
    if (!isEmailAddress(email)) throw apiErrors.invalidEmailAddress();
    const named = this.addresses.read(host);
    const namedId = await this.organizationOf(named);
    const account = await loginAccount(this.database.direct, named, email);
    return { namedId, account };
  }

  /** Undefined on a bare host. @throws unknownOrganization */
  private async organizationOf(named: NamedByHost): Promise<number | undefined> {
    if (named.kind === 'bare') return undefined;
    const found = named.kind === 'organization' ? await organizationByStringId(this.database.direct, named.stringId) : undefined;
    if (found === undefined) throw apiErrors.unknownOrganization();
    return found.id;
  }
}

/** @throws organizationDeactivated, userDeactivated */
export function refuseDeactivated(account: LoginAccount): void {
  if (account.isOrganizationDeactivated) throw apiErrors.organizationDeactivated();
  if (!account.isActive) throw apiErrors.userDeactivated();
}
