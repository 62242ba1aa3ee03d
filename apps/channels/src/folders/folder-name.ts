import { apiErrors, channelNameKey, faultInName } from '@parley/contracts';
import type { Tx } from '@parley/persistence';

/** The name as it is stored. @throws badRequest for a name that no folder can have (reference/api-surface.md). */
export function folderName(input: string): string {
  const name = input.trim();
  if (name === '') throw apiErrors.badRequest({ msg: "Channel folder name can't be empty." });
  const fault = faultInName(name);
  if (fault !== undefined) throw apiErrors.badRequest({ msg: `Invalid character in channel folder name, at position ${fault}.` });
  return name;
}

/** Whoever changes folders holds the organization's counter, so looking before is enough. `except`: the folder that gets the name. */
export async function checkNameIsFree(tx: Tx, organizationId: number, name: string, except?: number): Promise<void> {
  const taken = await tx.channelFolder.findFirst({ where: { organizationId, nameKey: channelNameKey(name) }, select: { id: true } });
  if (taken !== null && taken.id !== except) throw apiErrors.badRequest({ msg: `Channel folder '${name}' already exists` });
}
