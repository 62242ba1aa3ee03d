import { Injectable } from '@nestjs/common';
import { MOVE_STEPS, type Move, type MoveStep } from '@parley/contracts/directory';
import { dbInt, firstRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';

const moveRow = z.object({
  organizationId: z.int(),
  stringId: z.string(),
  source: z.string(),
  target: z.string(),
  step: z.enum(MOVE_STEPS),
  startedAt: dbInt,
  stepAt: dbInt,
});

const MOVE = Prisma.sql`m.organization_id AS "organizationId", m.string_id AS "stringId", m.source, m.target, m.step,
  extract(epoch FROM m.started_at)::bigint AS "startedAt", extract(epoch FROM m.step_at)::bigint AS "stepAt"`;

@Injectable()
export class MovesRepository {
  list(reader: SqlReader): Promise<Move[]> {
    return rows(reader, moveRow, Prisma.sql`SELECT ${MOVE} FROM move m ORDER BY m.string_id`);
  }

  of(reader: SqlReader, organizationId: number): Promise<Move | undefined> {
    return firstRow(reader, moveRow, Prisma.sql`SELECT ${MOVE} FROM move m WHERE m.organization_id = ${organizationId}`);
  }

  async insert(tx: Tx, { organizationId, stringId, source, target }: Pick<Move, 'organizationId' | 'stringId' | 'source' | 'target'>) {
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO move (organization_id, string_id, source, target, step) VALUES (${organizationId}, ${stringId}, ${source}, ${target}, 'copying')`);
  }

  /** Keeps the time of a step that is noted again. */
  async putStep(tx: Tx, organizationId: number, step: MoveStep): Promise<void> {
    await tx.$executeRaw(
      Prisma.sql`UPDATE move SET step = ${step}, step_at = now() WHERE organization_id = ${organizationId} AND step <> ${step}`,
    );
  }

  async remove(tx: Tx, organizationId: number): Promise<void> {
    await tx.$executeRaw(Prisma.sql`DELETE FROM move WHERE organization_id = ${organizationId}`);
  }
}
