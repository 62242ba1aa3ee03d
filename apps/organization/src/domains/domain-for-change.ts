import { apiErrors, type Caller, ROLES } from '@parley/contracts';
import type { DomainObject } from '@parley/contracts/organization';
import type { Reader } from '@parley/persistence';
import { domainsOf } from './domains.repository.js';

/** @throws ownersOnly */
export function checkMayChangeDomains({ role }: Caller): void {
  if (role !== ROLES.owner) throw apiErrors.ownersOnly();
}

/** @throws noSuchDomain */
export async function existingDomain(reader: Reader, organizationId: number, name: string): Promise<DomainObject> {
  const domain = name.toLowerCase();
  const found = (await domainsOf(reader, organizationId)).find((one) => one.domain === domain);
  if (found === undefined) throw apiErrors.noSuchDomain({ domain: name });
  return found;
}
