import { OPEN_SPAN } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { dbInt, firstRow, Prisma, rows, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';
import type { Receivers } from '../destinations/destination.js';

const wordRow = z.object({ word: z.string() }).transform(({ word }) => word);

/** A user's alert words as written, in alphabetical order. */
export function selectAlertWords(organizationId: number, userId: number): Select<typeof wordRow> {
  return select(
    wordRow,
    Prisma.sql`SELECT word FROM alert_word WHERE organization_id = ${organizationId} AND user_id = ${userId} ORDER BY key`,
  );
}

export function readAlertWords(reader: SqlReader, organizationId: number, userId: number): Promise<string[]> {
  return selectRows(reader, selectAlertWords(organizationId, userId));
}

/** Words as written, by the key that compares them. */
export type Words = ReadonlyMap<string, string>;

export function addWords(tx: Tx, caller: Caller, requested: Words): Promise<number> {
  const { organizationId, userId } = caller;
  return tx.$executeRaw`
    INSERT INTO alert_word (user_id, organization_id, key, word)
    SELECT ${userId}, ${organizationId}, new.key, new.word FROM unnest(${[...requested.keys()]}::text[], ${[...requested.values()]}::text[]) AS new (key, word)
    ON CONFLICT DO NOTHING`;
}

export function removeWords(tx: Tx, caller: Caller, requested: Words): Promise<number> {
  const { organizationId, userId } = caller;
  return tx.$executeRaw`
    DELETE FROM alert_word WHERE user_id = ${userId} AND organization_id = ${organizationId} AND key = ANY (${[...requested.keys()]}::text[])`;
}

/**
 * The version is based on the time, so that none is reused after a restore of PostgreSQL. Otherwise senders would mistake the cached words of
 * the lost history for the new ones.
 */
export async function raiseVersion(tx: Tx, organizationId: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO alert_word_version AS v (organization_id, version)
    VALUES (${organizationId}, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
    ON CONFLICT (organization_id) DO UPDATE SET version = greatest(v.version + 1, excluded.version)`;
}

const vocabularyRow = z.object({ version: dbInt, keys: z.array(z.string()) });

/** The organization's words and their version at the same moment. Version 0 if it never had a word. */
export async function readVocabulary(reader: SqlReader, organizationId: number): Promise<z.infer<typeof vocabularyRow>> {
  const row = await firstRow(
    reader,
    vocabularyRow,
    Prisma.sql`
    SELECT version, ARRAY(SELECT DISTINCT key FROM alert_word WHERE organization_id = ${organizationId}) AS keys
    FROM alert_word_version WHERE organization_id = ${organizationId}`,
  );
  return row ?? { version: 0, keys: [] };
}

const ownersRow = z.object({ id: dbInt });

/** The receivers who have one of the words. Ascending. */
export async function readOwners(reader: SqlReader, organizationId: number, keys: readonly string[], to: Receivers): Promise<number[]> {
  const receives =
    'userIds' in to
      ? Prisma.sql`w.user_id = ANY (${[...to.userIds]}::int[])`
      : Prisma.sql`EXISTS (SELECT FROM subscription_span s
          WHERE s.organization_id = ${organizationId} AND s.user_id = w.user_id AND s.channel_id = ${to.channelId}
            AND s.until_id = ${OPEN_SPAN})`;
  const owners = await rows(
    reader,
    ownersRow,
    Prisma.sql`
    SELECT DISTINCT w.user_id AS id FROM alert_word w
    WHERE w.organization_id = ${organizationId} AND w.key = ANY (${[...keys]}::text[]) AND ${receives} ORDER BY 1`,
  );
  return owners.map(({ id }) => id);
}
