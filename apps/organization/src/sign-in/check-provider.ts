import { groupsById } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import type { ProviderKind } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { oidcSettings } from './oidc/oidc-settings.js';
import { type AccountRules, checkedSettings } from './provider-settings.js';

const SCHEMAS = { oidc: oidcSettings } as const satisfies Record<ProviderKind, unknown>;
/** Of each kind: the fields that decide which server is trusted. Identities belong to it, so they never change. */
const IDENTITY: Readonly<Record<ProviderKind, readonly string[]>> = { oidc: ['issuer'] };
const CONNECTION: Readonly<Record<ProviderKind, readonly string[]>> = { oidc: ['client_id', 'scopes'] };

type Settings = Readonly<Record<string, unknown>>;

/** @throws invalidProvider, which names the first field that is wrong */
export async function checkProvider(reader: SqlReader, organizationId: number, kind: ProviderKind, given: Settings): Promise<Settings> {
  const settings = checkedSettings(SCHEMAS[kind], given);
  await checkGroups(reader, organizationId, settings);
  return settings;
}

/** @throws invalidProvider if another server would be trusted to know the same people */
export function refuseOtherIdentity(kind: ProviderKind, before: Settings, after: Settings): void {
  const changed = IDENTITY[kind].find((field) => before[field] !== after[field]);
  if (changed === undefined) return;
  throw apiErrors.invalidProvider({ field: changed, problem: 'cannot be changed. Add another provider instead.' });
}

/** Whether the change may keep people from signing in who could before. */
export function changesConnection(kind: ProviderKind, before: Settings, after: Settings): boolean {
  const fields = [...CONNECTION[kind], 'groups_claim', 'required_groups'];
  return fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

async function checkGroups(
  reader: SqlReader,
  organizationId: number,
  { user_group_by_group = {}, groups_claim, required_groups = [], role_by_group = {} }: AccountRules,
) {
  const usesGroups = required_groups.length > 0 || Object.keys({ ...role_by_group, ...user_group_by_group }).length > 0;
  if (usesGroups && groups_claim === undefined)
    throw apiErrors.invalidProvider({ field: 'groups_claim', problem: 'is needed for rules about groups' });
  const ids = Object.values(user_group_by_group);
  if (ids.length === 0) return;
  const found = await groupsById(reader, organizationId, ids);
  const usable = new Set(found.filter((group) => group.name !== null && !group.isSystemGroup && !group.isDeactivated).map(({ id }) => id));
  if (ids.some((id) => !usable.has(id)))
    throw apiErrors.invalidProvider({ field: 'user_group_by_group', problem: 'names a user group that does not exist' });
}
