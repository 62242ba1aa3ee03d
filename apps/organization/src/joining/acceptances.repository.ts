import type { Tx } from '@parley/persistence';

/** Records which account the invitation became. */
export async function insertAcceptance(tx: Tx, organizationId: number, invitationId: number, userId: number): Promise<void> {
  await tx.invitationAcceptance.create({ data: { organizationId, invitationId, userId } });
}
