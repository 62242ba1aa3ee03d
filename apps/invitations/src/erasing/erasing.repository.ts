import type { Tx } from '@parley/persistence';

/** An invitation without an address would be a link for everyone. */
export async function replaceInvitedAddress(
  tx: Tx,
  organizationId: number,
  by: { readonly address: string; readonly erased: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE invitation SET email = ${by.erased}, ended_at = coalesce(ended_at, now())
    WHERE organization_id = ${organizationId} AND email IS NOT NULL AND lower(email) = lower(${by.address})`;
}
