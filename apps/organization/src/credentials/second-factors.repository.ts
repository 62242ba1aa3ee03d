import { dbInt, firstRow, mayChange, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

/** A secret that no code confirmed within this time is forgotten. */
const PENDING_MINUTES = 30;

const factorRow = z.object({
  isActive: z.boolean(),
  totpSealed: z.instanceof(Uint8Array).nullable(),
  /** Seconds since the epoch. */
  totpSetUpAt: dbInt.nullable(),
  pendingSealed: z.instanceof(Uint8Array).nullable(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof factorRow>;

export function secondFactorOf(reader: SqlReader, organizationId: number, userId: number): Promise<SecondFactor | undefined> {
  return firstRow(
    reader,
    factorRow,
    Prisma.sql`
    SELECT f.active_since IS NOT NULL AS "isActive", f.totp_sealed AS "totpSealed", extract(epoch FROM f.totp_set_up_at)::bigint AS "totpSetUpAt",
      CASE WHEN f.pending_since > now() - make_interval(mins => ${PENDING_MINUTES}::int) THEN f.pending_sealed END AS "pendingSealed",
      cardinality(f.recovery_codes) AS "recoveryCodesLeft"
    FROM second_factor f WHERE f.organization_id = ${organizationId} AND f.user_id = ${userId}`,
  );
}

export async function putPendingTotp(writer: SqlWriter, organizationId: number, userId: number, sealed: Uint8Array): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO second_factor (organization_id, user_id, pending_sealed, pending_since) VALUES (${organizationId}, ${userId}, ${sealed}, now())
    ON CONFLICT (organization_id, user_id) DO UPDATE SET pending_sealed = excluded.pending_sealed, pending_since = excluded.pending_since`;
}

/** The pending secret takes the place of the present one. `step`: that of the code that confirmed it, which is used up. */
export async function activateTotp(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  { pending, step }: { readonly pending: Uint8Array; readonly step: number },
): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE second_factor SET totp_sealed = pending_sealed, totp_set_up_at = now(), totp_last_step = ${step}, pending_sealed = NULL,
      pending_since = NULL, active_since = coalesce(active_since, now())
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND pending_sealed = ${pending}`;
  return changed === 1;
}

/** Uses a time step up. Returns false if a code of the same or a later step was used before. Of concurrent calls one succeeds. */
export async function useTimeStep(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  { sealed, step }: { readonly sealed: Uint8Array; readonly step: number },
): Promise<boolean> {
  const used = await writer.$executeRaw`
    UPDATE second_factor SET totp_last_step = ${step}
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND totp_sealed = ${sealed}
      AND (totp_last_step IS NULL OR totp_last_step < ${step})`;
  return used === 1;
}

/** Uses a recovery code up. Returns false if it is none of theirs. Of concurrent calls one succeeds. */
export async function useRecoveryCode(writer: SqlWriter, organizationId: number, userId: number, digest: Buffer): Promise<boolean> {
  const hex = digest.toString('hex');
  const used = await writer.$executeRaw`
    UPDATE second_factor SET recovery_codes = array_remove(recovery_codes, decode(${hex}, 'hex'))
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND active_since IS NOT NULL AND decode(${hex}, 'hex') = ANY (recovery_codes)`;
  return used === 1;
}

export async function putRecoveryCodes(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  digests: readonly Buffer[],
): Promise<void> {
  await writer.$executeRaw`
    UPDATE second_factor SET recovery_codes = ARRAY(SELECT decode(given.digest, 'hex') FROM unnest(${digests.map((each) => each.toString('hex'))}::text[]) AS given (digest)),
      recovery_codes_made_at = now()
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND active_since IS NOT NULL`;
}

const deletedRow = z.object({ isActive: z.boolean() });

/** Returns whether it was active. */
export async function deleteSecondFactor(writer: SqlReader, organizationId: number, userId: number): Promise<boolean> {
  const deleted = await firstRow(
    writer,
    deletedRow,
    Prisma.sql`
    DELETE FROM second_factor WHERE organization_id = ${organizationId} AND user_id = ${userId} RETURNING active_since IS NOT NULL AS "isActive"`,
  );
  return deleted?.isActive ?? false;
}

const sealedRow = z.object({ organizationId: z.int(), userId: z.int(), sealed: z.instanceof(Uint8Array) });
export type SealedTotp = z.infer<typeof sealedRow>;

/** One batch of the secrets of the whole installation: those of the accounts with an id greater than `userId`. */
export function totpSecretsToMove(reader: SqlReader, userId: number, limit: number): Promise<SealedTotp[]> {
  return rows(
    reader,
    sealedRow,
    Prisma.sql`
    SELECT f.organization_id AS "organizationId", f.user_id AS "userId", f.totp_sealed AS sealed
    FROM second_factor f WHERE f.user_id > ${userId} AND f.totp_sealed IS NOT NULL AND ${mayChange(Prisma.sql`f.organization_id`)}
    ORDER BY f.user_id LIMIT ${limit}`,
  );
}

/** The same secret, encrypted anew. Does nothing if it changed meanwhile. */
export async function resealTotp(
  writer: SqlWriter,
  organizationId: number,
  { userId, sealed }: SealedTotp,
  anew: Uint8Array,
): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE second_factor SET totp_sealed = ${anew} WHERE organization_id = ${organizationId} AND user_id = ${userId} AND totp_sealed = ${sealed}`;
  return changed > 0;
}
