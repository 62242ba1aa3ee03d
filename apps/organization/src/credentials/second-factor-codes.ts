import { Injectable } from '@nestjs/common';
import type { Tx } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { ApiKeys } from './api-keys.js';
import { digestOfRecoveryCode } from './recovery-codes.js';
import { secondFactorOf, useRecoveryCode, useTimeStep } from './second-factors.repository.js';
import { timeStepOf } from './totp.js';

/** To what the secret of an authenticator app is bound, so that it opens nowhere else. */
export function ownerOfTotp(userId: number): string {
  return `totp ${userId}`;
}

/** What an authenticator app shows, as people type it. Undefined: it is none. */
export function totpCodeIn(text: string): string | undefined {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** Codes of authenticator apps and recovery codes. Each is accepted once: the database decides, so replicas agree. */
@Injectable()
export class SecondFactorCodes {
  constructor(
    private readonly keys: ApiKeys,
    private readonly runtime: Runtime,
  ) {}

  /** Returns whether the code is right, and uses it up as part of the transaction. */
  async use(tx: Tx, organizationId: number, userId: number, given: string): Promise<boolean> {
    const code = totpCodeIn(given);
    if (code !== undefined) return this.useCode(tx, organizationId, userId, code);
    const digest = digestOfRecoveryCode(given);
    return digest !== undefined && useRecoveryCode(tx, organizationId, userId, digest);
  }

  private async useCode(tx: Tx, organizationId: number, userId: number, code: string): Promise<boolean> {
    const sealed = (await secondFactorOf(tx, organizationId, userId))?.totpSealed ?? null;
    const secret = sealed === null ? undefined : this.opened(organizationId, userId, sealed);
    const step = secret === undefined ? undefined : timeStepOf(secret, code);
    return sealed !== null && step !== undefined && useTimeStep(tx, organizationId, userId, { sealed, step });
  }

  /** The secret of an app. Undefined: it was made with another PARLEY_KEY_SECRET, as after an import. A recovery code still helps. */
  opened(organizationId: number, userId: number, sealed: Uint8Array): string | undefined {
    try {
      return this.keys.open(ownerOfTotp(userId), sealed);
    } catch (err) {
      this.runtime.logger.error({ err, organizationId, userId }, 'the secret of an authenticator app does not open with PARLEY_KEY_SECRET');
      return undefined;
    }
  }
}
