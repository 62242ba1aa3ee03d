import { Prisma, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const stepRow = z.object({ step: z.string() }).transform(({ step }) => step);

/** The names of the steps that a user has seen. */
export function selectSeenSteps(organizationId: number, userId: number) {
  return select(
    stepRow,
    Prisma.sql`SELECT step FROM onboarding_step WHERE organization_id = ${organizationId} AND user_id = ${userId} ORDER BY step`,
  );
}

export function seenSteps(reader: SqlReader, organizationId: number, userId: number): Promise<string[]> {
  return selectRows(reader, selectSeenSteps(organizationId, userId));
}

/** Returns false if the user had seen it already. */
export async function storeSeenStep(tx: Tx, organizationId: number, userId: number, step: string): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO onboarding_step (organization_id, user_id, step) VALUES (${organizationId}, ${userId}, ${step}) ON CONFLICT DO NOTHING`;
  return inserted > 0;
}
