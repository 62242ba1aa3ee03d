import { type OrganizationRecord, organizationById, type Reader } from '@parley/persistence';

/** The organization of a caller. It must exist. */
export async function organizationOf(reader: Reader, organizationId: number): Promise<OrganizationRecord> {
  const organization = await organizationById(reader, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  return organization;
}
