import { apiErrors, faultInName } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import type { Tx } from '@parley/persistence';

/** The name as it is stored. @throws badRequest for an invalid name */
export function folderName(input: string): string {
  const name = input.trim();
  if (name === '') throw apiErrors.badRequest({ msg: "Channel folder name can't be empty." });
  const fault = faultInName(name);
  if (fault !== undefined) throw apiErrors.badRequest({ msg: `Invalid character in channel folder name, at position ${fault}.` });
  return name;
}

/** The caller holds the organization's counter, so the check stays valid until the write. `except`: the folder that is being renamed. */
export async function checkNameIsFree(tx: Tx, organizationId: number, name: string, except?: number): Promise<void> {
  const taken = await tx.channelFolder.findFirst({ where: { organizationId, nameKey: channelNameKey(name) }, select: { id: true } });
  if (taken !== null && taken.id !== except) throw apiErrors.badRequest({ msg: `Channel folder '${name}' already exists` });
}
