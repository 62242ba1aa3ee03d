import { z } from 'zod';
import { Prisma } from './generated/client.js';
import { onlyRow, type SqlReader } from './rows.js';

const identityRow = z.object({ identity: z.string() });

/**
 * Equal only for connections to the same database of the same running server. The start of the server is in it, because a copy of a server, such as
 * a standby that was promoted, has the same system identifier.
 */
export async function databaseIdentity(reader: SqlReader): Promise<string> {
  const statement = Prisma.sql`
    SELECT format('%s/%s/%s', (SELECT c.system_identifier FROM pg_control_system() c), d.oid, extract(epoch FROM pg_postmaster_start_time())) AS identity
    FROM pg_database d WHERE d.datname = current_database()`;
  return (await onlyRow(reader, identityRow, statement)).identity;
}
