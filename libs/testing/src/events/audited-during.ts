import type { Database } from '@parley/persistence';

/** What `work` writes into the audit log of the organization: the kind, who did it, and the names of the changed fields. */
export async function auditedDuring(
  database: Database,
  organizationId: number,
  work: () => Promise<unknown>,
): Promise<{ kind: string; by: string; fields: string[] }[]> {
  const { auditLog } = database.client;
  const newest = await auditLog.findFirst({ where: { organizationId }, orderBy: { id: 'desc' } });
  await work();
  const made = await auditLog.findMany({ where: { organizationId, id: { gt: newest?.id ?? 0n } }, orderBy: { id: 'asc' } });
  return made.map(({ kind, actorKind, actorId, changes }) => ({
    kind,
    by: actorId === null ? actorKind : `${actorKind} ${actorId}`,
    fields: Object.keys(changes ?? {}).sort(),
  }));
}
