import { Prisma, type Tx } from '@parley/persistence';

/** The caller must hold the organization's counter. */
export async function changeUsage(tx: Tx, organizationId: number, bytes: number): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO upload_usage (organization_id, bytes) VALUES (${organizationId}, greatest(${bytes}, 0))
    ON CONFLICT (organization_id) DO UPDATE SET bytes = upload_usage.bytes + ${bytes}`);
}
