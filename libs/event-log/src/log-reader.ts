import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { Database, dbInt, onlyRow, PREPARED, Prisma, rows, type Select, type SqlReader, select, selectRows } from '@parley/persistence';
import { z } from 'zod';
import { LOG_BUCKETS } from './partitions.js';

/** A position in one incarnation of an organization's log. */
export interface LogPosition {
  readonly seq: number;
  readonly incarnation: string;
}

/** Rendering parses the payload: the schema of its event decides. */
const eventRow = z.object({ incarnation: z.string(), seq: dbInt, type: z.string(), payload: z.unknown(), at: z.date() });
const headRow = z.object({ seq: dbInt, incarnation: z.string() });
const writtenRow = z.object({ ids: z.array(z.int()), sampleIncarnation: z.string().nullable() });
const headOfRow = headRow.extend({ organization_id: z.int() });

/** Reads the log from a position. Each result names the incarnation of the log at the time of the statement that read it. */
@Injectable()
export class LogReader {
  constructor(private readonly database: Database) {}

  /** Events after `seq`, in order, at most `limit`. */
  async after(organizationId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
    const found = await rows(
      this.database.direct,
      eventRow,
      Prisma.sql`
      ${PREPARED} SELECT ${incarnationOf(organizationId)} AS incarnation, seq, type, payload, at FROM event_log
      WHERE organization_id = ${organizationId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`,
    );
    return found.map((row) => toLogged(organizationId, row));
  }

  /**
   * The next events after `seq`, at most `limit`, of which only those of these types are returned. `last` and `count` are about all that were read;
   * `last` is undefined if there is none.
   */
  async ofTypes(
    organizationId: number,
    seq: number,
    { types, limit }: { readonly types: readonly string[]; readonly limit: number },
  ): Promise<{ events: LoggedEvent[]; last: number | undefined; count: number }> {
    const found = await rows(
      this.database.direct,
      eventRow,
      Prisma.sql`
      ${PREPARED} SELECT ${incarnationOf(organizationId)} AS incarnation, seq, type, at,
        CASE WHEN type = ANY (${[...types]}::text[]) THEN payload END AS payload
      FROM event_log WHERE organization_id = ${organizationId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`,
    );
    const wanted = new Set(types);
    return {
      events: found.filter(({ type }) => wanted.has(type)).map((row) => toLogged(organizationId, row)),
      last: found.at(-1)?.seq,
      count: found.length,
    };
  }

  /** The events with these seqs that still exist, in order. */
  async some(organizationId: number, seqs: readonly number[]): Promise<LoggedEvent[]> {
    if (seqs.length === 0) return [];
    const found = await rows(
      this.database.direct,
      eventRow,
      Prisma.sql`
      ${PREPARED} SELECT ${incarnationOf(organizationId)} AS incarnation, seq, type, payload, at FROM event_log
      WHERE organization_id = ${organizationId} AND seq = ANY (${[...seqs]}::bigint[]) ORDER BY seq`,
    );
    return found.map((row) => toLogged(organizationId, row));
  }

  /**
   * The organizations of these buckets with events of the last `seconds`. The cost grows with the number of these events, not of organizations.
   * `sampleIncarnation` is the incarnation of one organization. It changes when PostgreSQL is restored or a standby promoted.
   * Not prepared: a plan for unknown values could read all rows.
   */
  async recentlyWritten(
    buckets: readonly number[],
    seconds: number,
  ): Promise<{ organizationIds: number[]; sampleIncarnation: string | null }> {
    const { ids, sampleIncarnation } = await onlyRow(
      this.database.direct,
      writtenRow,
      Prisma.sql`
      SELECT ARRAY(SELECT DISTINCT organization_id FROM event_log
        WHERE organization_id % ${Prisma.raw(String(LOG_BUCKETS))} = ANY (${[...buckets]}::int[]) AND at > now() - make_interval(secs => ${seconds})) AS ids,
        (SELECT log_incarnation(origin) FROM organization_counter ORDER BY organization_id LIMIT 1) AS "sampleIncarnation"`,
    );
    return { organizationIds: ids, sampleIncarnation };
  }

  /** The newest position of each of these organizations, or of all. */
  async heads(organizationIds?: readonly number[]): Promise<Map<number, LogPosition>> {
    const which = organizationIds === undefined ? Prisma.empty : Prisma.sql`WHERE organization_id = ANY (${[...organizationIds]}::int[])`;
    const heads = await rows(
      this.database.direct,
      headOfRow,
      Prisma.sql`SELECT organization_id, seq, log_incarnation(origin) AS incarnation FROM organization_counter ${which}`,
    );
    return new Map(heads.map(({ organization_id, ...position }) => [organization_id, position]));
  }
}

/** The organization's newest position. */
export function selectHead(organizationId: number): Select<typeof headRow> {
  return select(
    headRow,
    Prisma.sql`
    SELECT seq, log_incarnation(origin) AS incarnation FROM organization_counter WHERE organization_id = ${organizationId}`,
  );
}

/**
 * The position of the newest event that the organization service logged. State of that service is the same in all snapshots with the same
 * position (docs/adr/0036-shared-part-of-a-registration.md).
 */
export function selectOrganizationPosition(organizationId: number): Select<typeof headRow> {
  return select(
    headRow,
    Prisma.sql`
    SELECT organization_seq AS seq, log_incarnation(origin) AS incarnation FROM organization_counter WHERE organization_id = ${organizationId}`,
  );
}

/** The organization's newest position as `reader`'s snapshot sees it. */
export async function headOf(reader: SqlReader, organizationId: number): Promise<LogPosition> {
  const [head] = await selectRows(reader, selectHead(organizationId));
  if (head === undefined) throw new Error(`organization ${organizationId} has no counter`);
  return head;
}

/** A subquery, so that the statement around it reads the incarnation once. */
function incarnationOf(organizationId: number): Prisma.Sql {
  return Prisma.sql`(SELECT log_incarnation(origin) FROM organization_counter WHERE organization_id = ${organizationId})`;
}

function toLogged(organizationId: number, row: z.output<typeof eventRow>): LoggedEvent {
  const { incarnation, seq, type, payload, at } = row;
  return { organizationId, incarnation, seq, type, payload, at: at.getTime() };
}
