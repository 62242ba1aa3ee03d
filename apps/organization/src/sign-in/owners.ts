import { apiErrors, type Caller, ROLES } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { type ProviderRecord, providerById } from './identity-providers.repository.js';

/** How people sign in is decided by owners. @throws ownersOnly */
export function refuseOthers({ role }: Caller): void {
  if (role !== ROLES.owner) throw apiErrors.ownersOnly();
}

/** @throws noSuchProvider */
export async function existingProvider(reader: SqlReader, organizationId: number, id: string): Promise<ProviderRecord> {
  const provider = await providerById(reader, organizationId, id);
  if (provider === undefined) throw apiErrors.noSuchProvider();
  return provider;
}
