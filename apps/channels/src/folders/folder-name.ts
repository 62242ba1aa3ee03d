import { apiErrors, faultInName } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import { folderIdNamed } from './folders.repository.js';

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
  const holder = await folderIdNamed(tx, organizationId, name);
  if (holder !== undefined && holder !== except) throw apiErrors.channelFolderExists({ name });
}
