import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '@parley/persistence';
import { PasswordResetsRepository } from '../password-reset/password-resets-repository.js';
import type { StoredKey } from './keys-to-move.js';

@Injectable()
export class CredentialsRepository {
  constructor(private readonly resets: PasswordResetsRepository) {}

  /** The account's one key: what was there before is gone. */
  async putKey(tx: Tx, organizationId: number, key: { userId: number; digest: Buffer; sealed: Buffer }): Promise<void> {
    const stored = { digest: new Uint8Array(key.digest), sealed: new Uint8Array(key.sealed), createdAt: new Date() };
    await tx.apiKey.upsert({
      where: { userId: key.userId, organizationId },
      create: { userId: key.userId, organizationId, ...stored },
      update: stored,
    });
  }

  /** Stores the same key in another way. False: the account has another key by now, which stays. */
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
   * Ends every link to a new password, and gives the nonces of those that were open. The row of the password is locked before they are: of two
   * links that are used at the same moment one is open.
   */
  async putPassword(tx: Tx, organizationId: number, userId: number, hash: string): Promise<readonly string[]> {
    const stored = { hash, changedAt: new Date() };
    await tx.userPassword.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...stored }, update: stored });
    return this.resets.end(tx, organizationId, userId);
  }

  /** Null: no login by password. */
  async passwordHashOf(reader: Reader, organizationId: number, userId: number): Promise<string | null> {
    const stored = await reader.userPassword.findUnique({ where: { userId, organizationId }, select: { hash: true } });
    return stored?.hash ?? null;
  }

  /** Ends every link to a new password. False: the password is another one by now, and stays. */
  async replacePassword(tx: Tx, organizationId: number, userId: number, hashes: { old: string; new: string }): Promise<boolean> {
    const { count } = await tx.userPassword.updateMany({
      where: { userId, organizationId, hash: hashes.old },
      data: { hash: hashes.new, changedAt: new Date() },
    });
    if (count === 1) await this.resets.end(tx, organizationId, userId);
    return count === 1;
  }
}
