import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { startTotp } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { ApiKeys } from '../credentials/api-keys.js';
import { FreshProof, sessionOf } from '../credentials/fresh-proof.js';
import { ownerOfTotp } from '../credentials/second-factor-codes.js';
import { putPendingTotp } from '../credentials/second-factors.repository.js';
import { newTotpSecret, totpUri } from '../credentials/totp.js';
import { organizationOf } from '../organization-of.js';

/** Makes a secret for an authenticator app. Nothing depends on it until a code confirms it. */
@Injectable()
export class StartTotp {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
    private readonly proof: FreshProof,
  ) {}

  async execute({ caller }: CallOf<typeof startTotp>): Promise<OutputOf<typeof startTotp>> {
    const { userId } = sessionOf(caller);
    const { organizationId } = caller;
    await this.proof.check(caller, { ofAll: true });
    const organization = await organizationOf(this.database.client, organizationId);
    const user = await userById(this.database.direct, organizationId, userId);
    if (user === undefined) throw apiErrors.userDeactivated();
    const secret = newTotpSecret();
    await putPendingTotp(this.database.direct, organizationId, userId, this.keys.seal(ownerOfTotp(userId), secret));
    // A colon separates the two in the URI.
    const issuer = organization.name.replaceAll(':', ' ');
    return { secret, uri: totpUri(secret, { issuer, label: user.deliveryEmail.replaceAll(':', ' ') }) };
  }
}
