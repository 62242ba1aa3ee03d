import { Injectable } from '@nestjs/common';
import { apiErrors, BOT_TYPES, type InputOf, type OutputOf, type verifyCredentials } from '@parley/contracts';
import { Database, organizationByStringId } from '@parley/persistence';
import { OrganizationAddresses, Runtime } from '@parley/runtime';
import { ApiKeys } from './api-keys.js';
import { type KeyOwner, keyOwner } from './key-owner.js';

type Input = InputOf<typeof verifyCredentials>;

/**
 * Who somebody with these credentials is (spec section 5). Key, user name and host must agree; where they do not, the answer is the same as for
 * a key that does not exist.
 */
@Injectable()
export class VerifyCredentials {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly apiKeys: ApiKeys,
    private readonly runtime: Runtime,
  ) {}

  async execute({ host, username, apiKey }: Input): Promise<OutputOf<typeof verifyCredentials>> {
    const named = this.addresses.read(host);
    if (named.kind === 'unknown') throw apiErrors.unknownOrganization();
    if (!this.apiKeys.isWellFormed(apiKey)) throw apiErrors.malformedApiKey();
    const owner = await keyOwner(this.database, this.apiKeys.digest(apiKey));
    const belongsHere = named.kind === 'bare' || owner?.stringId === named.stringId;
    if (!belongsHere) await this.refuseUnknown(named.stringId);
    if (owner === undefined || !belongsHere || !isNamed(owner, username)) throw apiErrors.invalidApiKey();
    if (owner.isOrganizationDeactivated) throw apiErrors.organizationDeactivated();
    if (!owner.isActive) throw apiErrors.userDeactivated();
    if (!owner.isKnownActive) this.noteActivity(owner);
    const { organizationId, userId, role, isBot, botOwnerId } = owner;
    const isIncomingWebhook = owner.botType === BOT_TYPES.incomingWebhook;
    return { organizationId, userId, role, isBot, botOwnerId, ...(isIncomingWebhook ? { isIncomingWebhook } : {}) };
  }

  /** Once a day for each account. Nobody waits for it, and tomorrow it is tried again. */
  private noteActivity({ organizationId, userId }: KeyOwner): void {
    this.database.client.$executeRaw`
      UPDATE user_account SET last_active_on = current_date
      WHERE id = ${userId} AND organization_id = ${organizationId} AND last_active_on < current_date`.catch((err: unknown) => {
      this.runtime.logger.warn({ err, organizationId, userId }, 'activity of an account not noted');
    });
  }

  private async refuseUnknown(stringId: string): Promise<void> {
    if ((await organizationByStringId(this.database.client, stringId)) === undefined) throw apiErrors.unknownOrganization();
  }
}

/** By API or real email address, in any case. */
function isNamed({ apiEmail, deliveryEmail }: KeyOwner, username: string): boolean {
  const given = username.trim().toLowerCase();
  return given === apiEmail.toLowerCase() || given === deliveryEmail.toLowerCase();
}
