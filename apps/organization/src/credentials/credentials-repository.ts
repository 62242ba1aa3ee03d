import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '@parley/persistence';

@Injectable()
export class CredentialsRepository {
  /** The account's one key: what was there before is gone. */
  async putKey(tx: Tx, organizationId: number, key: { userId: number; digest: Buffer; sealed: Buffer }): Promise<void> {
    const stored = { digest: new Uint8Array(key.digest), sealed: new Uint8Array(key.sealed), createdAt: new Date() };
    await tx.apiKey.upsert({
      where: { userId: key.userId, organizationId },
      create: { userId: key.userId, organizationId, ...stored },
      update: stored,
    });
  }

  /** Sealed keys by account. */
  async sealedKeys(reader: Reader, organizationId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const rows = await reader.apiKey.findMany({
      where: { organizationId, userId: { in: [...userIds] } },
      select: { userId: true, sealed: true },
    });
    return new Map(rows.map(({ userId, sealed }) => [userId, sealed]));
  }

  async putPassword(tx: Tx, organizationId: number, userId: number, hash: string): Promise<void> {
    const stored = { hash, changedAt: new Date() };
    await tx.userPassword.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...stored }, update: stored });
  }
}
