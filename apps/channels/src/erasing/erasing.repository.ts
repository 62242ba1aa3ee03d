import type { Tx } from '@parley/persistence';

/** Which topics the user follows and mutes. */
export async function deleteTopicsOf(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM user_topic WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}
