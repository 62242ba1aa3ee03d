import { Injectable } from '@nestjs/common';
import { PLACE_STATES, type Place } from '@parley/contracts/directory';
import { dbInt, firstRow, onlyRow, Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

const placeRow = z.object({
  stringId: z.string(),
  organizationId: z.int().nullable(),
  cell: z.string(),
  state: z.enum(PLACE_STATES),
  target: z.string().nullable(),
});
const cellRow = z.object({ name: z.string(), capacity: z.int().nullable(), isOpen: z.boolean(), organizations: dbInt });
export type Cell = z.output<typeof cellRow>;
const nameRow = z.object({ name: z.string() });
const versionRow = z.object({ version: dbInt });
const foundRow = z.object({ place: placeRow.nullable(), version: dbInt });

const PLACE = Prisma.sql`p.string_id AS "stringId", p.organization_id AS "organizationId", p.cell, p.state, p.target`;
const PLACE_JSON = Prisma.sql`CASE WHEN p.string_id IS NOT NULL THEN
  json_build_object('stringId', p.string_id, 'organizationId', p.organization_id, 'cell', p.cell, 'state', p.state, 'target', p.target) END`;

/** Cells and places. Their tables belong to no organization. */
@Injectable()
export class PlacesRepository {
  /** The place and the version in one snapshot. */
  find(reader: SqlReader, by: { stringId: string } | { organizationId: number }): Promise<z.output<typeof foundRow>> {
    const isIt = 'stringId' in by ? Prisma.sql`p.string_id = ${by.stringId}` : Prisma.sql`p.organization_id = ${by.organizationId}`;
    return onlyRow(
      reader,
      foundRow,
      Prisma.sql`SELECT v.version, ${PLACE_JSON} AS place FROM place_version v LEFT JOIN place p ON ${isIt}`,
    );
  }

  list(reader: SqlReader, after: string, limit: number): Promise<Place[]> {
    return rows(
      reader,
      placeRow,
      Prisma.sql`SELECT ${PLACE} FROM place p WHERE p.string_id > ${after} ORDER BY p.string_id LIMIT ${limit}`,
    );
  }

  cells(reader: SqlReader): Promise<Cell[]> {
    return rows(
      reader,
      cellRow,
      Prisma.sql`
        SELECT c.name, c.capacity, c.is_open AS "isOpen",
          (SELECT count(*) FROM place p WHERE p.cell = c.name) + (SELECT count(*) FROM place p WHERE p.target = c.name)
          + (SELECT count(*) FROM move m WHERE m.target = c.name AND m.step <> 'left' AND NOT EXISTS (
              SELECT FROM place p WHERE p.organization_id = m.organization_id AND c.name IN (p.cell, p.target))) AS organizations
        FROM cell c ORDER BY c.name`,
    );
  }

  async addCells(writer: SqlWriter, names: readonly string[]): Promise<void> {
    await writer.$executeRaw(Prisma.sql`INSERT INTO cell (name) SELECT unnest(${[...names]}::text[]) ON CONFLICT DO NOTHING`);
  }

  /** Returns false if there is no such cell. */
  async setCell(
    writer: SqlWriter,
    name: string,
    changed: { capacity?: number | null | undefined; isOpen?: boolean | undefined },
  ): Promise<boolean> {
    const { capacity = null, isOpen = null } = changed;
    const count = await writer.$executeRaw(
      Prisma.sql`
        UPDATE cell SET is_open = coalesce(${isOpen}::boolean, is_open),
          capacity = CASE WHEN ${changed.capacity !== undefined}::boolean THEN ${capacity}::integer ELSE capacity END
        WHERE name = ${name}`,
    );
    return count > 0;
  }

  async version(reader: SqlReader): Promise<number> {
    return (await onlyRow(reader, versionRow, Prisma.sql`SELECT version FROM place_version`)).version;
  }

  /** Begins a change: the next one waits for the end of the transaction. */
  async lock(tx: Tx): Promise<void> {
    await tx.$queryRaw(Prisma.sql`SELECT FROM place_version FOR UPDATE`);
  }

  async nextVersion(tx: Tx): Promise<number> {
    return (await onlyRow(tx, versionRow, Prisma.sql`UPDATE place_version SET version = version + 1 RETURNING version`)).version;
  }

  placeOf(tx: Tx, stringId: string): Promise<Place | undefined> {
    return firstRow(tx, placeRow, Prisma.sql`SELECT ${PLACE} FROM place p WHERE p.string_id = ${stringId}`);
  }

  placeOfOrganization(tx: Tx, organizationId: number): Promise<Place | undefined> {
    return firstRow(tx, placeRow, Prisma.sql`SELECT ${PLACE} FROM place p WHERE p.organization_id = ${organizationId}`);
  }

  async put(tx: Tx, { stringId, organizationId, cell, state, target }: Place): Promise<void> {
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO place (string_id, organization_id, cell, state, target) VALUES (${stringId}, ${organizationId}, ${cell}, ${state}, ${target})
      ON CONFLICT (string_id) DO UPDATE SET organization_id = ${organizationId}, cell = ${cell}, state = ${state}, target = ${target}`);
  }

  /** The cell in which room is kept for it, because it is copied there. */
  async cellOfCopy(tx: Tx, organizationId: number): Promise<string | null> {
    const found = Prisma.sql`SELECT m.target AS name FROM move m WHERE m.organization_id = ${organizationId} AND m.step <> 'left'`;
    return (await firstRow(tx, nameRow, found))?.name ?? null;
  }

  async isMoveCancelled(tx: Tx, organizationId: number): Promise<boolean> {
    const found = Prisma.sql`SELECT m.target AS name FROM move m WHERE m.organization_id = ${organizationId} AND m.step = 'cancelling'`;
    return (await firstRow(tx, nameRow, found)) !== undefined;
  }

  async remove(tx: Tx, stringId: string): Promise<void> {
    await tx.$executeRaw(Prisma.sql`DELETE FROM place WHERE string_id = ${stringId}`);
  }
}
