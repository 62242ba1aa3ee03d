import type { OrganizationRecord } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';

/** Whether a link of an organization is of use at a host: its own, or a bare one. None of a deactivated organization is. */
export function isLinkOfUse(addresses: OrganizationAddresses, host: string, { stringId, deactivatedAt }: OrganizationRecord): boolean {
  const named = addresses.read(host);
  return deactivatedAt === null && (named.kind === 'bare' || (named.kind === 'organization' && named.stringId === stringId));
}
