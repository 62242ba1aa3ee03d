import { isFullMember, systemGroupIds } from '@parley/access';
import type { Role } from '@parley/contracts';
import { organizationSettings } from '@parley/contracts/organization';
import { organizationById, type SqlReader } from '@parley/persistence';
import { directSystemGroups } from './direct-system-groups.js';

/** Ids of the system groups that a user of this role is a direct member of. Sorted. */
export async function systemGroupIdsFor(
  reader: SqlReader,
  organizationId: number,
  person: { readonly role: Role; readonly joinedAt: Date },
): Promise<number[]> {
  const organization = await organizationById(reader, organizationId);
  const { waiting_period_threshold } = organizationSettings(organization?.settings ?? {});
  const standing = { role: person.role, isFullMember: isFullMember(person.role, person.joinedAt, waiting_period_threshold, new Date()) };
  const ids = await systemGroupIds(reader, organizationId);
  return directSystemGroups(standing)
    .flatMap((name) => ids.get(name) ?? [])
    .sort((a, b) => a - b);
}
