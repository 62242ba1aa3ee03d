import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { PREPARED } from '../prepared-statements.js';
import { rows, type SqlReader } from '../rows.js';
import { type Select, select, selectRows } from '../selects.js';

const emojiRow = z.object({
  id: z.int(),
  organizationId: z.int(),
  name: z.string(),
  authorId: z.int().nullable(),
  /** Name of the stored picture. */
  file: z.string(),
  /** Name of its first frame, if it is animated. */
  stillFile: z.string().nullable(),
  isDeactivated: z.boolean(),
});

const namedRow = emojiRow.pick({ id: true, name: true, isDeactivated: true });

/** A custom emoji as stored. */
export type RealmEmojiRecord = Readonly<z.output<typeof emojiRow>>;

const COLUMNS = Prisma.sql`id, organization_id AS "organizationId", name, author_id AS "authorId", file, still_file AS "stillFile",
  is_deactivated AS "isDeactivated"`;

/** All custom emoji of the organization, also deactivated ones, by id. */
export function selectRealmEmoji(organizationId: number): Select<typeof emojiRow> {
  return select(emojiRow, Prisma.sql`SELECT ${COLUMNS} FROM realm_emoji WHERE organization_id = ${organizationId} ORDER BY id`);
}

export function realmEmoji(reader: SqlReader, organizationId: number): Promise<RealmEmojiRecord[]> {
  return selectRows(reader, selectRealmEmoji(organizationId));
}

/** The active ones with these names. At most one per name. */
export function activeRealmEmoji(reader: SqlReader, organizationId: number, names: readonly string[]): Promise<RealmEmojiRecord[]> {
  return rows(
    reader,
    emojiRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM realm_emoji
    WHERE organization_id = ${organizationId} AND NOT is_deactivated AND name = ANY (${[...names]}::text[])`,
  );
}

/** An id that fits into the column. */
const ID = /^[1-9]\d{0,8}$/;
/** Characters that are allowed in the name of a custom emoji. */
const NAME = /^[a-z0-9 _.-]{1,100}$/;

/** The custom emoji that a request can mean: with this name, or with this code as id. Also deactivated ones. */
export function realmEmojiNamed(
  reader: SqlReader,
  organizationId: number,
  { name, code }: { readonly name?: string | undefined; readonly code?: string | undefined },
): Promise<{ id: number; name: string; isDeactivated: boolean }[]> {
  const byName = name !== undefined && NAME.test(name) ? name : null;
  const byId = code !== undefined && ID.test(code) ? Number(code) : null;
  return rows(
    reader,
    namedRow,
    Prisma.sql`
    ${PREPARED} SELECT id, name, is_deactivated AS "isDeactivated" FROM realm_emoji
    WHERE organization_id = ${organizationId} AND (name = ${byName}::text OR id = ${byId}::int)`,
  );
}
