import { apiErrors } from '@parley/contracts';
import { isPasswordLoginEnabled } from '@parley/contracts/organization';
import { organizationById, type Tx } from '@parley/persistence';
import { hasUsableIdentity } from './usable-identities.repository.js';

/**
 * Call it after a change of how people sign in. The owner who made it must still be able to sign in: with a password, or through a provider through
 * which they have signed in. `exceptId`: a provider whose connection was changed, so that it may not work.
 * @throws wouldLockOut
 */
export async function refuseLockOut(tx: Tx, organizationId: number, ownerId: number, exceptId: string | null = null): Promise<void> {
  const organization = await organizationById(tx, organizationId);
  if (organization === undefined || isPasswordLoginEnabled(organization.settings)) return;
  if (!(await hasUsableIdentity(tx, organizationId, ownerId, exceptId))) throw apiErrors.wouldLockOut();
}
