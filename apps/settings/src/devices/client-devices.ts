import { type Caller, NEW_CLIENT_DEVICE } from '@parley/contracts';
import type { Reader } from '@parley/persistence';

/** Somebody's clients that named themselves, by id, as a registration has them. */
export async function clientDevices(
  reader: Reader,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
): Promise<Record<string, typeof NEW_CLIENT_DEVICE>> {
  const rows = await reader.clientDevice.findMany({ where: { organizationId, userId }, select: { id: true }, orderBy: { id: 'asc' } });
  return Object.fromEntries(rows.map(({ id }) => [String(id), NEW_CLIENT_DEVICE]));
}
