import { z } from 'zod';
import { Prisma } from './generated/client.js';
import { onlyRow, type SqlReader } from './rows.js';

/** The newest migration when this version was built. The version of the schema is called by it. schema-version.spec.ts compares it with prisma/migrations. */
export const SCHEMA_VERSION = '20261124212800_identity_providers';

const undefinedColumn = '42703';
/** `newest` is null in a database that the migration job did not make, as in tests. `oldest` is null before the first contract step. */
const installationRow = z.object({ newest: z.string().nullable(), oldest: z.string().nullable() });
type Versions = z.infer<typeof installationRow>;

/**
 * Why this version does not work with the schema of the database, or undefined: docs/operations.md, "Which versions run together".
 * `own`: the newest migration that this version knows.
 * @throws Error if the database is away
 */
export async function versionProblem(reader: SqlReader, own = SCHEMA_VERSION): Promise<string | undefined> {
  const statement = Prisma.sql`SELECT schema_version AS newest, oldest_version AS oldest FROM installation`;
  try {
    return problemOf(await onlyRow(reader, installationRow, statement), own);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedColumn)
      return tooOld('a schema from before it had versions', own);
    throw error;
  }
}

/** The rest of a sentence about the database. Migrations are named by their time, so names are ordered. */
export function problemOf({ newest, oldest }: Versions, own = SCHEMA_VERSION): string | undefined {
  if (newest !== null && newest < own) return tooOld(`the schema ${newest}`, own);
  if (oldest === null || oldest <= own) return undefined;
  return `has a schema from which parts were removed that this version (${own}) uses: it needs a version that knows ${oldest}. Start a newer version.`;
}

function tooOld(has: string, own = SCHEMA_VERSION): string {
  return `has ${has}, and this version needs ${own}. Run the migration job of this version first.`;
}
