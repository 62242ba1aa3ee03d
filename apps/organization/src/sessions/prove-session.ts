import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { proveSession } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { methodsOf, sessionOf } from '../credentials/fresh-proof.js';
import { Passwords } from '../credentials/passwords.js';
import { SecondFactorCodes } from '../credentials/second-factor-codes.js';
import { recordProof, type SessionProof, sessionProofOf } from '../credentials/session-proofs.repository.js';

/** A person confirms in their session that it is them: with a code if they have a second factor, otherwise with their password. */
@Injectable()
export class ProveSession {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly codes: SecondFactorCodes,
  ) {}

  /** @throws authenticationFailed, wrongCode, proofRequired, sessionEnded */
  async execute({ caller, params }: CallOf<typeof proveSession>): Promise<OutputOf<typeof proveSession>> {
    if (!('userId' in caller)) throw apiErrors.browserSessionRequired();
    const session = sessionOf(caller);
    const { organizationId } = caller;
    const proof = await sessionProofOf(this.database.direct, organizationId, session);
    if (proof === undefined) throw apiErrors.sessionEnded();
    if (!proof.hasSecondFactor) await this.checkPassword(organizationId, session.userId, { proof, password: params.password });
    const isRight = await this.database.transaction(async (tx) => {
      const { code } = params;
      if (proof.hasSecondFactor && code === undefined) throw apiErrors.proofRequired({ methods: methodsOf(proof) });
      const isProved = !proof.hasSecondFactor || (await this.codes.use(tx, organizationId, session.userId, code ?? ''));
      if (isProved) await recordProof(tx, organizationId, session);
      return isProved;
    });
    if (!isRight) throw apiErrors.wrongCode();
    return {};
  }

  private async checkPassword(
    organizationId: number,
    userId: number,
    { proof, password }: { readonly proof: SessionProof; readonly password: string | undefined },
  ): Promise<void> {
    if (proof.passwordHash === null || password === undefined) throw apiErrors.proofRequired({ methods: methodsOf(proof) });
    const isRight = await this.passwords.matches(proof.passwordHash, password, { organizationId, personId: userId });
    if (!isRight) throw apiErrors.authenticationFailed();
  }
}
