import { CHANNEL_GROUP_SETTINGS, type ChannelGroupSetting } from '@parley/contracts/channels';
import {
  ORGANIZATION_PERMISSIONS,
  type PermissionSetting,
  USER_GROUP_SETTINGS,
  type UserGroupSetting,
} from '@parley/contracts/organization';

interface SupportedSetting {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly default_group_name: string;
  /** The initial value in system groups. Null if system groups do not have the setting. */
  readonly default_for_system_groups: string | null;
  readonly allowed_system_groups: readonly string[];
}

/** The values that each permission setting of organizations, channels and groups allows, so that clients offer only these. */
export const supportedPermissionSettings = {
  realm: mapValues(ORGANIZATION_PERMISSIONS, (setting: PermissionSetting) => supported(setting, setting.initial, null)),
  stream: mapValues(CHANNEL_GROUP_SETTINGS, (setting: ChannelGroupSetting) =>
    supported(setting, setting.initiallyCreator ? 'stream_creator_or_nobody' : setting.initial, null),
  ),
  group: mapValues(USER_GROUP_SETTINGS, (setting: UserGroupSetting) =>
    supported(setting, setting.initiallyCreator ? 'group_creator' : setting.initial, 'role:nobody'),
  ),
};

function supported(
  { onlySystemGroups, everyoneAllowed, nobodyAllowed }: Omit<PermissionSetting, 'initial'>,
  default_group_name: string,
  default_for_system_groups: string | null,
): SupportedSetting {
  return {
    require_system_group: onlySystemGroups !== null,
    allow_internet_group: false,
    allow_nobody_group: nobodyAllowed,
    allow_everyone_group: everyoneAllowed,
    default_group_name,
    default_for_system_groups,
    allowed_system_groups: onlySystemGroups ?? [],
  };
}

function mapValues<K extends string, V, R>(settings: Readonly<Record<K, V>>, map: (setting: V) => R): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries<V>(settings).map(([name, setting]) => [name, map(setting)]));
}
