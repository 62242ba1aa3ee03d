import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller } from '@parley/contracts';
import { SECOND_FACTOR_METHODS } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { type SessionProof, sessionProofOf } from './session-proofs.repository.js';

interface Asked {
  /** Also of people without a second factor. */
  readonly ofAll?: boolean;
}

/**
 * In a browser session, what would outlast the session is done only shortly after the person confirmed that it is them. An API key needs no proof: clients
 * with a key cannot give one, and a key is not left open in a browser.
 */
@Injectable()
export class FreshProof {
  constructor(private readonly database: Database) {}

  /** @throws proofRequired */
  async check({ organizationId, userId, sessionId }: Caller, { ofAll = false }: Asked = {}): Promise<void> {
    if (sessionId === undefined) return;
    const proof = await sessionProofOf(this.database.direct, organizationId, { userId, sessionId });
    if (proof?.isFresh === true) return;
    if (ofAll || proof === undefined || proof.hasSecondFactor) throw apiErrors.proofRequired({ methods: methodsOf(proof) });
  }
}

/** How the person can prove who they are. None: they sign in again. */
export function methodsOf(proof: SessionProof | undefined): readonly string[] {
  if (proof?.hasSecondFactor === true) return SECOND_FACTOR_METHODS;
  return (proof?.passwordHash ?? null) === null ? [] : ['password'];
}

/** @throws browserSessionRequired */
export function sessionOf({ userId, sessionId }: Caller): { readonly userId: number; readonly sessionId: string } {
  if (sessionId === undefined) throw apiErrors.browserSessionRequired();
  return { userId, sessionId };
}
