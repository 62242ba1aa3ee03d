import { Injectable } from '@nestjs/common';
import { groupsById, userById } from '@parley/access';
import { apiErrors, ROLES, type Role } from '@parley/contracts';
import { userGroupMembersChanged } from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { AccountChanges } from '../accounts/account-changes.js';
import type { Change } from '../change.js';
import { withChannelAccess } from '../groups/channel-access.js';
import { GroupsRepository } from '../groups/groups.repository.js';
import { memberships } from './group-rules.repository.js';
import type { IdentifiedAccount } from './linked-identities.repository.js';
import type { ProvenIdentity } from './proven-identity.js';
import type { AccountRules } from './provider-settings.js';

interface Arrival {
  readonly identity: ProvenIdentity;
  readonly rules: AccountRules;
}

/**
 * What follows from the groups that a provider names: who may sign in, the role, and membership in the user groups that the rules name. It is applied
 * with each sign-in. Owners keep their role, so that a provider locks no owner out.
 */
@Injectable()
export class GroupRules {
  constructor(
    private readonly accounts: AccountChanges,
    private readonly groups: GroupsRepository,
  ) {}

  /** @throws identityNotInGroup */
  refuseOthers({ required_groups: required = [] }: AccountRules, groups: ProvenIdentity['groups'] = []): void {
    if (required.length > 0 && !required.some((name) => groups.includes(name))) throw apiErrors.identityNotInGroup();
  }

  roleOfNewAccount(rules: AccountRules, groups: ProvenIdentity['groups']): Role {
    return roleOf(rules, groups) ?? initialRole(rules);
  }

  /** Whether the account is not as the rules say. */
  async differ(reader: SqlReader, organizationId: number, account: IdentifiedAccount, { rules, identity }: Arrival): Promise<boolean> {
    if (wantedRole(account, rules, identity) !== account.role) return true;
    const { add, remove } = await this.membershipChanges(reader, organizationId, account.userId, { rules, identity });
    return add.length + remove.length > 0;
  }

  /** As part of the caller's transaction. Returns whether the role changed. After the commit the caller must then publish `callersChanged`. */
  async apply(change: Change, account: IdentifiedAccount, arrival: Arrival): Promise<boolean> {
    const { tx, organizationId } = change;
    const { add, remove } = await this.membershipChanges(tx, organizationId, account.userId, arrival);
    for (const groupId of add) await this.changeMember(change, groupId, account.userId, 'add');
    for (const groupId of remove) await this.changeMember(change, groupId, account.userId, 'remove');
    const user = await userById(tx, organizationId, account.userId);
    if (user === undefined) return false;
    return this.accounts.changeRole(change, user, wantedRole(user, arrival.rules, arrival.identity));
  }

  private async membershipChanges(
    reader: SqlReader,
    organizationId: number,
    userId: number,
    { rules, identity }: Arrival,
  ): Promise<{ add: number[]; remove: number[] }> {
    const named = Object.entries(rules.user_group_by_group ?? {});
    const { groups } = identity;
    if (named.length === 0 || groups === undefined) return { add: [], remove: [] };
    const found = await groupsById(
      reader,
      organizationId,
      named.map(([, id]) => id),
    );
    const usable = found.filter((group) => group.name !== null && !group.isSystemGroup && !group.isDeactivated).map(({ id }) => id);
    const wanted = new Set(named.flatMap(([name, id]) => (groups.includes(name) ? [id] : [])));
    const current = await memberships(reader, organizationId, userId, usable);
    return {
      add: usable.filter((id) => wanted.has(id) && !current.has(id)),
      remove: usable.filter((id) => !wanted.has(id) && current.has(id)),
    };
  }

  private async changeMember(change: Change, groupId: number, userId: number, how: 'add' | 'remove'): Promise<void> {
    const { tx, log, organizationId } = change;
    await withChannelAccess(change, groupId, async () => {
      if (how === 'add') await this.groups.addMembers(tx, organizationId, groupId, [userId]);
      else await this.groups.removeMembers(tx, organizationId, groupId, [userId]);
      log.append(userGroupMembersChanged, { groupId, isDeactivated: false, change: how, userIds: [userId] });
    });
  }
}

/** The strongest role of the groups. */
function roleOf({ role_by_group = {} }: AccountRules, groups: ProvenIdentity['groups'] = []): Role | undefined {
  const roles = Object.entries(role_by_group).flatMap(([name, role]) => (groups.includes(name) ? [role] : []));
  return roles.toSorted((a, b) => a - b)[0];
}

/** A role that groups give is taken back with the groups. Another role was given here, and stays. */
function wantedRole({ role }: { readonly role: Role }, rules: AccountRules, { groups }: ProvenIdentity): Role {
  if (role === ROLES.owner || groups === undefined) return role;
  const isGivenByGroups = Object.values(rules.role_by_group ?? {}).some((given) => given === role);
  return roleOf(rules, groups) ?? (isGivenByGroups ? initialRole(rules) : role);
}

function initialRole({ default_role: role = ROLES.member }: AccountRules): Role {
  return role;
}
