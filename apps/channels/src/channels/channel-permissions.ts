import { CallerPermissions, type ChannelRelation, relationTo, type SubscriberManager } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { ChannelForUser, SqlReader } from '@parley/persistence';
import { CHANNEL_PERMISSIONS, type ChannelPermission } from './channel-creation.policy.js';

/** The caller's permissions for channels, loaded once for all channels of a call. */
export class ChannelPermissions {
  /** The organization permissions that the caller has. */
  readonly organization: ReadonlySet<ChannelPermission>;

  private constructor(private readonly person: CallerPermissions<ChannelPermission>) {
    this.organization = person.granted(CHANNEL_PERMISSIONS);
  }

  static async load(reader: SqlReader, caller: Caller, channels: readonly ChannelForUser[]): Promise<ChannelPermissions> {
    const groupIds = channels.flatMap(permissionGroupsOf);
    return new ChannelPermissions(await CallerPermissions.load(reader, caller, { permissions: CHANNEL_PERMISSIONS, groupIds }));
  }

  get isSpectatorAccessEnabled(): boolean {
    return this.person.settings.enable_spectator_access;
  }

  /** Ids of the system groups by name. */
  get systemGroups(): ReadonlyMap<string, number> {
    return this.person.systemGroups;
  }

  /** The caller's relation to one of the channels. */
  relationTo(channel: ChannelForUser): ChannelRelation {
    return relationTo(channel, this.person.role, (groupId) => this.person.isIn(groupId));
  }

  managing(channel: ChannelForUser): SubscriberManager {
    return {
      ...this.relationTo(channel),
      addsByGroup: this.person.isIn(channel.canAddSubscribersGroup),
      removesByGroup: this.person.isIn(channel.canRemoveSubscribersGroup),
      addsAnywhere: this.organization.has('can_add_subscribers_group'),
    };
  }
}

export function permissionGroupsOf(channel: ChannelForUser): number[] {
  return [channel.canSubscribeGroup, channel.canAddSubscribersGroup, channel.canAdministerChannelGroup, channel.canRemoveSubscribersGroup];
}
