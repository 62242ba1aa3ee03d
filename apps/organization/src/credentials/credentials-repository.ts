import { Injectable } from '@nestjs/common';
import type { Tx } from '@parley/persistence';

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

  async putPassword(tx: Tx, organizationId: number, userId: number, hash: string): Promise<void> {
    const stored = { hash, changedAt: new Date() };
    await tx.userPassword.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...stored }, update: stored });
  }
}
