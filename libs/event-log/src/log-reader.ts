import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { Database, Prisma, type Reader } from '@parley/persistence';

interface Row {
  seq: bigint;
  type: string;
  payload: unknown;
  at: Date;
}

/** Reads the log from a position. */
@Injectable()
export class LogReader {
  constructor(private readonly database: Database) {}

  /** Events after `seq`, in order, at most `limit`. */
  async after(organizationId: number, seq: number, limit: number): Promise<LoggedEvent[]> {
    const rows = await this.database.client.$queryRaw<Row[]>`
      SELECT seq, type, payload, at FROM event_log
      WHERE organization_id = ${organizationId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}`;
    return rows.map((row) => toLogged(organizationId, row));
  }

  /** The named events that are still there, in order. */
  async some(organizationId: number, seqs: readonly number[]): Promise<LoggedEvent[]> {
    if (seqs.length === 0) return [];
    const rows = await this.database.client.$queryRaw<Row[]>`
      SELECT seq, type, payload, at FROM event_log
      WHERE organization_id = ${organizationId} AND seq = ANY (${[...seqs]}::bigint[]) ORDER BY seq`;
    return rows.map((row) => toLogged(organizationId, row));
  }

  /** Newest seq of each of the organizations, or of all. */
  async heads(organizationIds?: readonly number[]): Promise<Map<number, number>> {
    const which = organizationIds === undefined ? Prisma.empty : Prisma.sql`WHERE organization_id = ANY (${[...organizationIds]}::int[])`;
    const rows = await this.database.client.$queryRaw<{ organization_id: number; seq: bigint }[]>(
      Prisma.sql`SELECT organization_id, seq FROM organization_counter ${which}`,
    );
    return new Map(rows.map((row) => [row.organization_id, Number(row.seq)]));
  }
}

/** The organization's newest seq as `reader`'s snapshot sees it. */
export async function headSeq(reader: Reader, organizationId: number): Promise<number> {
  const [row] = await reader.$queryRaw<{ seq: bigint }[]>`
    SELECT seq FROM organization_counter WHERE organization_id = ${organizationId}`;
  if (row === undefined) throw new Error(`organization ${organizationId} has no counter`);
  return Number(row.seq);
}

function toLogged(organizationId: number, row: Row): LoggedEvent {
  return { organizationId, seq: Number(row.seq), type: row.type, payload: row.payload, at: row.at.getTime() };
}
