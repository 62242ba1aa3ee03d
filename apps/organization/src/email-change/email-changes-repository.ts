import { Injectable } from '@nestjs/common';
import type { Reader, Tx } from '@parley/persistence';

export interface EmailChange {
  readonly organizationId: number;
  readonly userId: number;
  /** The address as it was when the person asked. */
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly nonce: string;
  readonly requestedAt: Date;
}

@Injectable()
export class EmailChangesRepository {
  /** The one of this person: an older one is void. */
  async put(tx: Tx, organizationId: number, userId: number, wanted: Pick<EmailChange, 'oldEmail' | 'newEmail' | 'nonce'>): Promise<void> {
    const stored = { ...wanted, requestedAt: new Date() };
    await tx.emailChange.upsert({ where: { userId, organizationId }, create: { userId, organizationId, ...stored }, update: stored });
  }

  async find(reader: Reader, organizationId: number, nonce: string): Promise<EmailChange | undefined> {
    return (await reader.emailChange.findUnique({ where: { nonce, organizationId } })) ?? undefined;
  }

  async remove(tx: Tx, organizationId: number, userId: number): Promise<void> {
    await tx.emailChange.deleteMany({ where: { organizationId, userId } });
  }
}
