import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '@parley/persistence';
import { endSessionsOf } from './browser-sessions.repository.js';
import type { StoredKey } from './keys-to-move.repository.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { endStepsOf } from './sign-in-steps.repository.js';

@Injectable()
export class CredentialsRepository {
  constructor(private readonly resets: PasswordResetsRepository) {}

  /** Replaces the account's only key. */
  async putKey(tx: Tx, organizationId: number, key: { userId: number; digest: Buffer; sealed: Buffer }): Promise<void> {
    const stored = { digest: new Uint8Array(key.digest), sealed: new Uint8Array(key.sealed), createdAt: new Date() };
    await tx.apiKey.upsert({
      where: { userId: key.userId, organizationId },
      create: { userId: key.userId, organizationId, ...stored },
      update: stored,
    });
  }

  /** Replaces the digest and seal of an unchanged key. Returns false if the account has another key by now. */
  async restoreKey(
    reader: Reader,
    organizationId: number,
    { userId, digest }: StoredKey,
    by: { digest: Buffer; sealed: Buffer },
  ): Promise<boolean> {
    const { count } = await reader.apiKey.updateMany({
      where: { organizationId, userId, digest: new Uint8Array(digest) },
      data: { digest: new Uint8Array(by.digest), sealed: new Uint8Array(by.sealed) },
    });
    return count === 1;
  }

  /** Sealed keys by account. */
  async sealedKeys(reader: Reader, organizationId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const rows = await reader.apiKey.findMany({
      where: { organizationId, userId: { in: [...userIds] } },
      select: { userId: true, sealed: true },
    });
    return new Map(rows.map(({ userId, sealed }) => [userId, sealed]));
  }

  /**
   * Ends all browser sessions and all password reset links of the account, and returns the nonces of links that were open. The password row is
   * locked first, so of two links that are used concurrently only one is still open. After the commit the caller must publish `callersChanged`.
   */
  async putPassword(tx: Tx, organizationId: number, userId: number, hash: string): Promise<readonly string[]> {
    const stored = { hash, changedAt: new Date() };
    await tx.userPassword.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...stored }, update: stored });
    await endSessionsOf(tx, organizationId, userId);
    await endStepsOf(tx, organizationId, userId);
    return this.resets.end(tx, organizationId, userId);
  }

  /** Null: the account cannot log in with a password. */
  async passwordHashOf(reader: Reader, organizationId: number, userId: number): Promise<string | null> {
    const stored = await reader.userPassword.findUnique({ where: { userId, organizationId }, select: { hash: true } });
    return stored?.hash ?? null;
  }

  /**
   * Ends all browser sessions and all password reset links of the account. Returns false, and changes nothing, if the password was changed meanwhile.
   * After the commit the caller must publish `callersChanged`.
   */
  async replacePassword(tx: Tx, organizationId: number, userId: number, hashes: { old: string; new: string }): Promise<boolean> {
    const { count } = await tx.userPassword.updateMany({
      where: { userId, organizationId, hash: hashes.old },
      data: { hash: hashes.new, changedAt: new Date() },
    });
    if (count !== 1) return false;
    await endSessionsOf(tx, organizationId, userId);
    await endStepsOf(tx, organizationId, userId);
    await this.resets.end(tx, organizationId, userId);
    return true;
  }
}
