import { Prisma, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const playgroundRow = z.object({ id: z.int(), name: z.string(), pygmentsLanguage: z.string(), urlTemplate: z.string() });
export type PlaygroundRecord = Readonly<z.output<typeof playgroundRow>>;
export type NewPlayground = Omit<PlaygroundRecord, 'id'>;

/** The organization's code playgrounds, by id. */
export function selectPlaygrounds(organizationId: number): Select<typeof playgroundRow> {
  return select(
    playgroundRow,
    Prisma.sql`
    SELECT id, name, pygments_language AS "pygmentsLanguage", url_template AS "urlTemplate"
    FROM playground WHERE organization_id = ${organizationId} ORDER BY id`,
  );
}

export function playgroundsOf(reader: SqlReader, organizationId: number): Promise<PlaygroundRecord[]> {
  return selectRows(reader, selectPlaygrounds(organizationId));
}

/** Returns its id. */
export async function insertPlayground(tx: Tx, organizationId: number, playground: NewPlayground): Promise<number> {
  const { id } = await tx.playground.create({ data: { ...playground, organizationId }, select: { id: true } });
  return id;
}

export async function removePlayground(tx: Tx, organizationId: number, playgroundId: number): Promise<void> {
  await tx.playground.delete({ where: { id: playgroundId, organizationId } });
}
