import { Prisma, type Tx } from '@parley/persistence';
import { requestContext } from '@parley/runtime';

/**
 * Who makes a change, as JSON. The triggers that write the audit log (docs/adr/0037-audit-log.md) read it from the setting `parley.actor` of the
 * transaction. Work without a caller, such as a job, is done by `system`.
 */
export function currentActor(): string {
  const context = requestContext();
  return JSON.stringify({ kind: context?.actor ?? 'system', user: context?.userId, request: context?.requestId });
}

/** For a transaction that is not an `EventLog.change`, which names the actor with its lock. */
export async function nameActor(tx: Tx): Promise<void> {
  await tx.$queryRaw(Prisma.sql`SELECT set_config('parley.actor', ${currentActor()}, true)`);
}
