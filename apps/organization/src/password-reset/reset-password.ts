import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isPasswordLoginEnabled, type OutputOf, type resetPassword } from '@parley/contracts';
import { Database, type OrganizationRecord, organizationById, type Tx, userById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsRepository } from '../credentials/credentials-repository.js';
import { Passwords } from '../credentials/passwords.js';
import { isLinkOfUse } from '../organizations/is-link-of-use.js';
import { PasswordResetKeys } from './password-reset-keys.js';
import { PasswordResetsRepository } from './password-resets-repository.js';

/** POST /accounts/password/reset/confirm: whoever has the link has the mailbox. Once. */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly keys: PasswordResetKeys,
    private readonly passwords: Passwords,
    private readonly resets: PasswordResetsRepository,
    private readonly credentials: CredentialsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    const nonce = this.keys.nonceOf(params.key);
    const organization = nonce === undefined ? undefined : await this.organizationOf(caller.host, nonce);
    if (nonce === undefined || organization === undefined) throw apiErrors.confirmationInvalid();
    // Outside the transaction: it takes tens of milliseconds.
    const hash = await this.passwords.hash(params.new_password);
    const email = await this.database.transaction((tx) => this.reset(tx, organization.id, nonce, hash));
    return { email, realm_url: this.addresses.url(organization.stringId) };
  }

  /** The nonce names the organization; a host that names another one has nothing to open. @throws passwordLoginDisabled */
  private async organizationOf(host: string, nonce: string): Promise<OrganizationRecord | undefined> {
    const { client } = this.database;
    const asked = await client.passwordReset.findUnique({ where: { nonce }, select: { organizationId: true } });
    if (asked === null || (await this.resets.findOpen(client, asked.organizationId, nonce)) === undefined) return undefined;
    const organization = await organizationById(client, asked.organizationId);
    if (organization === undefined || !isLinkOfUse(this.addresses, host, organization)) return undefined;
    if (!isPasswordLoginEnabled(organization.settings)) throw apiErrors.passwordLoginDisabled();
    return organization;
  }

  /** Gives the address of the account. */
  private async reset(tx: Tx, organizationId: number, nonce: string, hash: string): Promise<string> {
    const asked = await this.resets.findOpen(tx, organizationId, nonce);
    const user = asked === undefined ? undefined : await userById(tx, organizationId, asked.userId);
    if (user === undefined || !user.isActive || user.deliveryEmail !== asked?.email) throw apiErrors.confirmationInvalid();
    const ended = await this.credentials.putPassword(tx, organizationId, user.id, hash);
    // Another link was faster.
    if (!ended.includes(nonce)) throw apiErrors.confirmationInvalid();
    return user.deliveryEmail;
  }
}
