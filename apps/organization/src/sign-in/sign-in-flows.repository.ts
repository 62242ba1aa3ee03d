import { firstRow, Prisma, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

export interface FlowName {
  readonly providerId: string;
  readonly stateDigest: Buffer;
  readonly browserDigest: Buffer;
}

/** Also deletes what has expired in the organization, so that no job must look for it. */
export async function insertFlow(
  writer: SqlWriter,
  organizationId: number,
  { providerId, stateDigest, browserDigest, sealed, seconds }: FlowName & { readonly sealed: Uint8Array; readonly seconds: number },
): Promise<void> {
  await writer.$executeRaw`
    WITH expired AS (DELETE FROM sign_in_flow e WHERE e.organization_id = ${organizationId} AND e.expires_at < now())
    INSERT INTO sign_in_flow (organization_id, state_digest, provider_id, browser_digest, sealed, expires_at)
    VALUES (${organizationId}, decode(${stateDigest.toString('hex')}, 'hex'), ${providerId}::uuid, decode(${browserDigest.toString('hex')}, 'hex'),
      ${sealed}, now() + make_interval(secs => ${seconds}::int))`;
}

const sealedRow = z.object({ sealed: z.instanceof(Uint8Array) });

/** Deletes a flow of this provider and browser, and returns what it held. So it ends once. */
export async function takeFlow(
  writer: SqlReader,
  organizationId: number,
  { providerId, stateDigest, browserDigest }: FlowName,
): Promise<Uint8Array | undefined> {
  const taken = await firstRow(
    writer,
    sealedRow,
    Prisma.sql`
    DELETE FROM sign_in_flow WHERE organization_id = ${organizationId} AND state_digest = decode(${stateDigest.toString('hex')}, 'hex')
      AND provider_id::text = ${providerId} AND browser_digest = decode(${browserDigest.toString('hex')}, 'hex') AND expires_at > now()
    RETURNING sealed`,
  );
  return taken?.sealed;
}
