import { firstRow, Prisma, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

/** How long a person is not asked again in the session in which they confirmed that it is them. */
const FRESH_MINUTES = 10;

const proofRow = z.object({
  isFresh: z.boolean(),
  hasSecondFactor: z.boolean(),
  passwordHash: z.string().nullable(),
});
export type SessionProof = z.infer<typeof proofRow>;

/** Undefined: the session has ended. A session without a proof counts from the moment in which the person signed in. */
export function sessionProofOf(
  reader: SqlReader,
  organizationId: number,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: string },
): Promise<SessionProof | undefined> {
  return firstRow(
    reader,
    proofRow,
    Prisma.sql`
    SELECT coalesce(s.proved_at, s.created_at) > now() - make_interval(mins => ${FRESH_MINUTES}::int) AS "isFresh",
      f.active_since IS NOT NULL AS "hasSecondFactor", p.hash AS "passwordHash"
    FROM browser_session s
      LEFT JOIN second_factor f ON f.organization_id = ${organizationId} AND f.user_id = s.user_id
      LEFT JOIN user_password p ON p.organization_id = ${organizationId} AND p.user_id = s.user_id
    WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.id = ${sessionId}::uuid`,
  );
}

export async function recordProof(
  writer: SqlWriter,
  organizationId: number,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: string },
): Promise<void> {
  await writer.$executeRaw`
    UPDATE browser_session SET proved_at = now()
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND id = ${sessionId}::uuid`;
}
