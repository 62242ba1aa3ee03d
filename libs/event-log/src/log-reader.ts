import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { Database, Prisma, type Reader } from '@parley/persistence';

/** A position in one incarnation of an organization's log. */
export interface LogPosition {
  readonly seq: number;
  readonly incarnation: string;
}

interface Row {
  incarnation: string;
  seq: bigint;
  type: string;
  payload: unknown;
  at: Date;
}

/** Reads the log from a position. Each result names the incarnation of the log at the time of the statement that read it. */
@Injectable()
export class LogReader {
  constructor(private readonly database: Database) {}

  /** Events after `seq`, in order, at most `limit`. */
  async after(organizationId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
    const rows = await this.database.client.$queryRaw<Row[]>`
      SELECT ${incarnationOf(organizationId)} AS incarnation, seq, type, payload, at FROM event_log
      WHERE organization_id = ${organizationId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`;
    return rows.map((row) => toLogged(organizationId, row));
  }

  /** The events with these seqs that still exist, in order. */
  async some(organizationId: number, seqs: readonly number[]): Promise<LoggedEvent[]> {
    if (seqs.length === 0) return [];
    const rows = await this.database.client.$queryRaw<Row[]>`
      SELECT ${incarnationOf(organizationId)} AS incarnation, seq, type, payload, at FROM event_log
      WHERE organization_id = ${organizationId} AND seq = ANY (${[...seqs]}::bigint[]) ORDER BY seq`;
    return rows.map((row) => toLogged(organizationId, row));
  }

  /** The newest position of each of these organizations, or of all. */
  async heads(organizationIds?: readonly number[]): Promise<Map<number, LogPosition>> {
    const which = organizationIds === undefined ? Prisma.empty : Prisma.sql`WHERE organization_id = ANY (${[...organizationIds]}::int[])`;
    const rows = await this.database.client.$queryRaw<{ organization_id: number; seq: bigint; incarnation: string }[]>(
      Prisma.sql`SELECT organization_id, seq, log_incarnation(origin) AS incarnation FROM organization_counter ${which}`,
    );
    return new Map(rows.map(({ organization_id, seq, incarnation }) => [organization_id, { seq: Number(seq), incarnation }]));
  }
}

/** The organization's newest position as `reader`'s snapshot sees it. */
export async function headOf(reader: Reader, organizationId: number): Promise<LogPosition> {
  const [row] = await reader.$queryRaw<{ seq: bigint; incarnation: string }[]>`
    SELECT seq, log_incarnation(origin) AS incarnation FROM organization_counter WHERE organization_id = ${organizationId}`;
  if (row === undefined) throw new Error(`organization ${organizationId} has no counter`);
  return { seq: Number(row.seq), incarnation: row.incarnation };
}

/** A subquery, so that the statement around it reads the incarnation once. */
function incarnationOf(organizationId: number): Prisma.Sql {
  return Prisma.sql`(SELECT log_incarnation(origin) FROM organization_counter WHERE organization_id = ${organizationId})`;
}

function toLogged(organizationId: number, row: Row): LoggedEvent {
  const { incarnation, seq, type, payload, at } = row;
  return { organizationId, incarnation, seq: Number(seq), type, payload, at: at.getTime() };
}
