import { apiErrors, faultInName } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import type { Tx } from '@parley/persistence';

/** The name as it is stored. @throws channelFolderNameEmpty, channelFolderNameInvalid */
export function folderName(input: string): string {
  const name = input.trim();
  if (name === '') throw apiErrors.channelFolderNameEmpty();
  const position = faultInName(name);
  if (position !== undefined) throw apiErrors.channelFolderNameInvalid({ position });
  return name;
}

/** The caller holds the organization's counter, so the check stays valid until the write. `except`: the folder that is being renamed. */
export async function checkNameIsFree(tx: Tx, organizationId: number, name: string, except?: number): Promise<void> {
  const taken = await tx.channelFolder.findFirst({ where: { organizationId, nameKey: channelNameKey(name) }, select: { id: true } });
  if (taken !== null && taken.id !== except) throw apiErrors.channelFolderExists({ name });
}
