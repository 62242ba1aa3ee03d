import { type ChannelRelation, groupsOfUser, type SubscriberManager, systemGroupIds } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { ORGANIZATION_PERMISSIONS, organizationSettings } from '@parley/contracts/organization';
import { type ChannelForUser, organizationById, type Reader } from '@parley/persistence';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './channel-creation.policy.js';

/** The caller's permissions for channels, loaded once for all channels of a call. */
export class ChannelPermissions {
  private constructor(
    private readonly caller: Caller,
    private readonly groupIds: ReadonlySet<number>,
    /** The organization permissions that the caller has. */
    readonly organization: ReadonlySet<ChannelPermission>,
    readonly hasSpectators: boolean,
    /** Ids of the system groups by name. */
    readonly systemGroups: ReadonlyMap<string, number>,
  ) {}

  static async load(reader: Reader, caller: Caller, channels: readonly ChannelForUser[]): Promise<ChannelPermissions> {
    const { organizationId } = caller;
    const systemGroups = await systemGroupIds(reader, organizationId);
    const stored = (await organizationById(reader, organizationId))?.settings ?? {};
    const permissionGroups = new Map<ChannelPermission, number>();
    for (const permission of CHANNEL_PERMISSIONS) {
      const chosen = stored[permission];
      const groupId = typeof chosen === 'number' ? chosen : systemGroups.get(ORGANIZATION_PERMISSIONS[permission].initial);
      if (groupId !== undefined) permissionGroups.set(permission, groupId);
    }
    const groups = new Set([...permissionGroups.values(), ...channels.flatMap(permissionGroupsOf)]);
    const groupIds = await groupsOfUser(reader, organizationId, caller.userId, [...groups]);
    const has = [...permissionGroups].filter(([, groupId]) => groupIds.has(groupId)).map(([permission]) => permission);
    return new ChannelPermissions(caller, groupIds, new Set(has), organizationSettings(stored).enable_spectator_access, systemGroups);
  }

  /** The caller's relation to one of the channels. */
  relationTo(channel: ChannelForUser): ChannelRelation {
    return relationTo(channel, this.caller.role, this.groupIds);
  }

  managing(channel: ChannelForUser): SubscriberManager {
    return {
      ...this.relationTo(channel),
      addsByGroup: this.groupIds.has(channel.canAddSubscribersGroup),
      removesByGroup: this.groupIds.has(channel.canRemoveSubscribersGroup),
      addsAnywhere: this.organization.has('can_add_subscribers_group'),
    };
  }
}

/** `groupIds`: the groups of the channel that the user is in. */
export function relationTo(channel: ChannelForUser, role: Caller['role'], groupIds: ReadonlySet<number>): ChannelRelation {
  return {
    role,
    isSubscribed: channel.isSubscribed,
    mayJoinByGroup: groupIds.has(channel.canSubscribeGroup) || groupIds.has(channel.canAddSubscribersGroup),
    administersByGroup: groupIds.has(channel.canAdministerChannelGroup),
  };
}

export function permissionGroupsOf(channel: ChannelForUser): number[] {
  return [channel.canSubscribeGroup, channel.canAddSubscribersGroup, channel.canAdministerChannelGroup, channel.canRemoveSubscribersGroup];
}
