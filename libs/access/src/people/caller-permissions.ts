import type { Caller, Role } from '@parley/contracts';
import {
  ORGANIZATION_PERMISSIONS,
  type OrganizationPermission,
  type OrganizationSettingValues,
  organizationSettings,
} from '@parley/contracts/organization';
import type { SqlReader } from '@parley/persistence';
import { hasPermission } from '../groups/group-settings.policy.js';
import { groupsOfUser, permissionChoices } from '../groups/groups.js';
import { areGuestsLimited, holderOf, type PermissionChoices } from '../groups/permission-holder.policy.js';

/** What a use case will ask for. */
export interface RequestedPermissions<P extends OrganizationPermission> {
  readonly permissions?: readonly P[];
  /** Further groups, for example those of a channel. A function, if they depend on the system groups. */
  readonly groupIds?: readonly number[] | ((systemGroups: PermissionChoices['systemGroups']) => readonly number[]);
}

/** The organization permissions P of the caller, and their membership in other groups. Loaded once for each use case, in at most two statements. */
export class CallerPermissions<in P extends OrganizationPermission = never> {
  /** With the initial value of each setting that is not stored. */
  readonly settings: OrganizationSettingValues;
  /** Whether guests see only people with whom they share a channel or a conversation. */
  readonly guestsAreLimited: boolean;

  /** `isMember`: for the holders of the permissions and for the groups that were requested. */
  protected constructor(
    readonly role: Role,
    private readonly choices: PermissionChoices,
    private readonly isMember: (groupId: number) => boolean,
  ) {
    this.settings = organizationSettings(choices.settings);
    this.guestsAreLimited = areGuestsLimited(choices);
  }

  static async load<const P extends OrganizationPermission = never>(
    reader: SqlReader,
    { organizationId, userId, role }: Caller,
    { permissions = [], groupIds = [] }: RequestedPermissions<P>,
  ): Promise<CallerPermissions<P>> {
    const choices = await permissionChoices(reader, organizationId);
    const holders = permissions.flatMap((permission) => holderOf(choices, permission) ?? []);
    const requested = new Set([...holders, ...(typeof groupIds === 'function' ? groupIds(choices.systemGroups) : groupIds)]);
    const memberships = requested.size === 0 ? new Set<number>() : await groupsOfUser(reader, organizationId, userId, [...requested]);
    return new CallerPermissions<P>(role, choices, (groupId) => {
      if (!requested.has(groupId)) throw new Error(`membership in group ${groupId} was not loaded`);
      return memberships.has(groupId);
    });
  }

  /** Ids of the organization's system groups by name. */
  get systemGroups(): ReadonlyMap<string, number> {
    return this.choices.systemGroups;
  }

  has(permission: P): boolean {
    const holder = holderOf(this.choices, permission);
    const isInGroup = holder !== undefined && this.isMember(holder);
    return hasPermission(ORGANIZATION_PERMISSIONS[permission], { role: this.role, isInGroup });
  }

  /** The permissions in the list that the caller has. */
  granted<Q extends P>(permissions: readonly Q[]): ReadonlySet<Q> {
    return new Set(permissions.filter((permission) => this.has(permission)));
  }

  /** @throws Error if the group was not requested */
  isIn(groupId: number): boolean {
    return this.isMember(groupId);
  }
}
