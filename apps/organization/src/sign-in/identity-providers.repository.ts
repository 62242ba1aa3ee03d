import { PROVIDER_KINDS } from '@parley/contracts/organization';
import { firstRow, onlyRow, Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

const UUID = /^[0-9a-f-]{36}$/i;
const providerRow = z.object({
  id: z.string(),
  kind: z.enum(PROVIDER_KINDS),
  name: z.string(),
  isEnabled: z.boolean(),
  isDisabledByOperator: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  sealed: z.instanceof(Uint8Array).nullable(),
});
export type ProviderRecord = Readonly<z.infer<typeof providerRow>>;

/** Of `p`. */
const COLUMNS = Prisma.sql`p.id::text AS id, p.kind, p.name, p.is_enabled AS "isEnabled", p.is_disabled_by_operator AS "isDisabledByOperator",
  p.settings, p.sealed`;

/** The oldest first. */
export function providersOf(reader: SqlReader, organizationId: number): Promise<ProviderRecord[]> {
  return rows(
    reader,
    providerRow,
    Prisma.sql`SELECT ${COLUMNS} FROM identity_provider p WHERE p.organization_id = ${organizationId} ORDER BY p.created_at, p.id`,
  );
}

/** An id that is no UUID is unknown. It comes from the path of a page, so it can have characters that the database refuses. */
export async function providerById(reader: SqlReader, organizationId: number, id: string): Promise<ProviderRecord | undefined> {
  if (!UUID.test(id)) return undefined;
  return firstRow(
    reader,
    providerRow,
    Prisma.sql`SELECT ${COLUMNS} FROM identity_provider p WHERE p.organization_id = ${organizationId} AND p.id::text = ${id.toLowerCase()}`,
  );
}

const countedRow = z.object({ providerId: z.string(), count: z.int() });

/** The number of linked accounts of each provider that has some. */
export async function linkedAccounts(reader: SqlReader, organizationId: number): Promise<ReadonlyMap<string, number>> {
  const counted = await rows(
    reader,
    countedRow,
    Prisma.sql`
    SELECT l.provider_id::text AS "providerId", count(*)::int AS count FROM linked_identity l
    WHERE l.organization_id = ${organizationId} GROUP BY l.provider_id`,
  );
  return new Map(counted.map(({ providerId, count }) => [providerId, count]));
}

export type NewProvider = Omit<ProviderRecord, 'isDisabledByOperator' | 'sealed'> & { readonly sealed: Uint8Array | null };

/** With the id that it was given, because its secret is bound to the id. */
export async function insertProvider(tx: Tx, organizationId: number, provider: NewProvider): Promise<void> {
  const { id, kind, name, isEnabled, settings, sealed } = provider;
  await tx.$executeRaw`
    INSERT INTO identity_provider (id, organization_id, kind, name, is_enabled, settings, sealed, secret_changed_at)
    VALUES (${id}::uuid, ${organizationId}, ${kind}, ${name}, ${isEnabled}, ${JSON.stringify(settings)}::jsonb, ${sealed},
      CASE WHEN ${sealed !== null} THEN now() END)`;
}

export async function updateProvider(
  tx: Tx,
  organizationId: number,
  { id, name, isEnabled, isDisabledByOperator, settings }: ProviderRecord,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity_provider SET name = ${name}, is_enabled = ${isEnabled}, is_disabled_by_operator = ${isDisabledByOperator},
      settings = ${JSON.stringify(settings)}::jsonb
    WHERE organization_id = ${organizationId} AND id = ${id}::uuid`;
}

export async function putSecret(tx: Tx, organizationId: number, id: string, sealed: Uint8Array | null): Promise<void> {
  await tx.$executeRaw`
    UPDATE identity_provider SET sealed = ${sealed}, secret_changed_at = now() WHERE organization_id = ${organizationId} AND id = ${id}::uuid`;
}

/** The same secret, encrypted anew. Does nothing if it changed meanwhile. */
export async function resealSecret(
  writer: SqlWriter,
  organizationId: number,
  { id, sealed }: { readonly id: string; readonly sealed: Uint8Array },
  anew: Uint8Array,
): Promise<boolean> {
  const changed = await writer.$executeRaw`
    UPDATE identity_provider SET sealed = ${anew} WHERE organization_id = ${organizationId} AND id = ${id}::uuid AND sealed = ${sealed}`;
  return changed > 0;
}

/** With its links. */
export async function deleteProvider(tx: Tx, organizationId: number, id: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM sign_in_flow WHERE organization_id = ${organizationId} AND provider_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM linked_identity WHERE organization_id = ${organizationId} AND provider_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM identity_provider WHERE organization_id = ${organizationId} AND id = ${id}::uuid`;
}

const countRow = z.object({ count: z.int() });

export async function countProviders(reader: SqlReader, organizationId: number): Promise<number> {
  const { count } = await onlyRow(
    reader,
    countRow,
    Prisma.sql`SELECT count(*)::int AS count FROM identity_provider p WHERE p.organization_id = ${organizationId}`,
  );
  return count;
}
