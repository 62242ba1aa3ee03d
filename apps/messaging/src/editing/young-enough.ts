import { apiErrors } from '@parley/contracts';
import { type Tx } from '@parley/persistence';
import { EDIT_GRACE_SECONDS } from './message-editing.policy.js';
import { countYoung } from './moving.repository.js';

/** @throws moveTimeLimitExceeded if a whole topic would move and some of its messages are too old */
export async function checkAllYoungEnough(tx: Tx, organizationId: number, ids: readonly number[], limitSeconds: number): Promise<void> {
  const { allowed, first } = await countYoung(tx, organizationId, ids, limitSeconds + EDIT_GRACE_SECONDS);
  if (allowed < ids.length) throw apiErrors.moveTimeLimitExceeded({ firstAllowedId: first, total: ids.length, allowed });
}
