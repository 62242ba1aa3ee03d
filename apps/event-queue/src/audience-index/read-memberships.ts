import { ALL_ROLES, isRole } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import type { LoadedUser } from '../queues/queue-store.js';

const USERS_PER_PAGE = 500;

interface Row {
  id: number;
  role: number;
  is_active: boolean;
  channels: number[];
}

/** Every user of the organization with role and channels, in pages, as the snapshot of `tx` shows them. */
export async function* readMemberships(tx: Tx, organizationId: number): AsyncGenerator<LoadedUser[]> {
  let after = 0;
  for (;;) {
    const rows = await tx.$queryRaw<Row[]>`
      SELECT u.id, u.role, u.is_active,
             ARRAY(SELECT s.channel_id FROM subscription s WHERE s.user_id = u.id AND s.organization_id = ${organizationId} AND s.active) AS channels
      FROM user_account u WHERE u.organization_id = ${organizationId} AND u.id > ${after} ORDER BY u.id LIMIT ${USERS_PER_PAGE}`;
    if (rows.length === 0) return;
    yield rows.map(toLoaded);
    after = rows.at(-1)?.id ?? after;
  }
}

function toLoaded(row: Row): LoadedUser {
  if (!isRole(row.role)) throw new Error(`user ${row.id} has role ${row.role}, expected one of ${ALL_ROLES.join(', ')}`);
  return { userId: row.id, role: row.is_active ? row.role : null, channelIds: row.channels };
}
