import type { Tx } from '@parley/persistence';
import { deleteApiTokensOf } from '../credentials/api-tokens.repository.js';
import { endSessionsOf } from '../credentials/browser-sessions.repository.js';
import { deleteSecondFactor } from '../credentials/second-factors.repository.js';
import { endStepsOf } from '../credentials/sign-in-steps.repository.js';
import { unlinkIdentitiesOf } from './linked-identities.repository.js';

/** Deletes all that logs the user in except for their API key, and open requests. */
export async function deleteSignIn(tx: Tx, organizationId: number, id: number): Promise<void> {
  await tx.$executeRaw`DELETE FROM user_password WHERE organization_id = ${organizationId} AND user_id = ${id}`;
  await tx.$executeRaw`DELETE FROM email_change WHERE organization_id = ${organizationId} AND user_id = ${id}`;
  await tx.$executeRaw`DELETE FROM password_reset WHERE organization_id = ${organizationId} AND user_id = ${id}`;
  await endSessionsOf(tx, organizationId, id);
  await deleteApiTokensOf(tx, organizationId, id);
  await deleteSecondFactor(tx, organizationId, id);
  await endStepsOf(tx, organizationId, id);
  await unlinkIdentitiesOf(tx, organizationId, id);
}
