import { apiErrors } from '@parley/contracts';
import type { DomainObject } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { domainsOf } from './domains.repository.js';

/** @throws noSuchDomain */
export async function existingDomain(reader: SqlReader, organizationId: number, name: string): Promise<DomainObject> {
  const domain = name.toLowerCase();
  const found = (await domainsOf(reader, organizationId)).find((one) => one.domain === domain);
  if (found === undefined) throw apiErrors.noSuchDomain({ domain: name });
  return found;
}
