import type { Caller } from '@parley/contracts';
import { NEW_CLIENT_DEVICE } from '@parley/contracts/settings';
import type { Reader } from '@parley/persistence';

/** A user's registered client devices by id, in wire format. */
export async function clientDevices(
  reader: Reader,
  { organizationId, userId }: Pick<Caller, 'organizationId' | 'userId'>,
): Promise<Record<string, typeof NEW_CLIENT_DEVICE>> {
  const rows = await reader.clientDevice.findMany({ where: { organizationId, userId }, select: { id: true }, orderBy: { id: 'asc' } });
  return Object.fromEntries(rows.map(({ id }) => [String(id), NEW_CLIENT_DEVICE]));
}
