import { dbInts, dbRole, Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { LoadedUser } from '../queues/audience.js';

const USERS_PER_PAGE = 500;

const membershipRow = z.object({ id: z.int(), role: dbRole, isActive: z.boolean(), channelIds: dbInts });

/** Every user of the organization with role and channels, in pages, as the snapshot of `tx` shows them. */
export async function* readMemberships(tx: Tx, organizationId: number): AsyncGenerator<LoadedUser[]> {
  let after = 0;
  for (;;) {
    const page = Prisma.sql`
      SELECT u.id, u.role, u.is_active AS "isActive",
        ARRAY(SELECT s.channel_id FROM subscription s WHERE s.user_id = u.id AND s.organization_id = ${organizationId} AND s.active) AS "channelIds"
      FROM user_account u WHERE u.organization_id = ${organizationId} AND u.id > ${after} ORDER BY u.id LIMIT ${USERS_PER_PAGE}`;
    const users = await rows(tx, membershipRow, page);
    if (users.length === 0) return;
    yield users.map(({ id, role, isActive, channelIds }) => ({ userId: id, role: isActive ? role : null, channelIds }));
    after = users.at(-1)?.id ?? after;
  }
}
