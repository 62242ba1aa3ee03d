import type { Tx } from '@parley/persistence';

/** What the user set, and where they are reached. The row of the settings stays, without values. */
export async function deletePersonalRows(tx: Tx, organizationId: number, userId: number): Promise<void> {
  await tx.$executeRaw`UPDATE user_settings SET values = '{}', own_edits = '{}' WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM navigation_view WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM saved_snippet WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM onboarding_step WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM push_token WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM push_registration WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM client_device WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
  await tx.$executeRaw`DELETE FROM user_presence WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}
