import { apiErrors, type InputOf } from '@parley/contracts';
import type { subscribe } from '@parley/contracts/channels';
import { type ChannelCreation, type ChannelKind, isHistoryShared } from './channel-creation.policy.js';

type Requested = Pick<
  InputOf<typeof subscribe>,
  | 'invite_only'
  | 'is_web_public'
  | 'is_default_stream'
  | 'history_public_to_subscribers'
  | 'message_retention_days'
  | 'topics_policy'
  | 'folder_id'
  | 'can_delete_any_message_group'
  | 'can_delete_own_message_group'
>;

/** Settings of new channels, except permission groups. */
export interface NewChannelSettings extends ChannelCreation {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  /** Null: as in the organization. -1: forever. */
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: Requested['topics_policy'];
  /** Null: in no folder. */
  readonly folderId: number | null;
}

const FOR_EVER = -1;

/** The settings that a request gives to new channels. @throws conflictingChannelSettings, defaultChannelMustBePublic */
export function newChannelSettings(requested: Requested): NewChannelSettings {
  if (requested.is_web_public && requested.invite_only) throw apiErrors.conflictingChannelSettings();
  if (requested.is_default_stream && requested.invite_only) throw apiErrors.defaultChannelMustBePublic();
  const kind: ChannelKind = requested.is_web_public ? 'web-public' : requested.invite_only ? 'private' : 'public';
  const messageRetentionDays = retentionDays(requested.message_retention_days);
  return {
    kind,
    isPrivate: kind === 'private',
    isWebPublic: kind === 'web-public',
    historyPublicToSubscribers: isHistoryShared(kind, requested.history_public_to_subscribers),
    isDefault: requested.is_default_stream,
    messageRetentionDays,
    setsRetention: messageRetentionDays !== null,
    topicsPolicy: requested.topics_policy,
    folderId: requested.folder_id ?? null,
    setsTopicsPolicy: requested.topics_policy !== 'inherit',
    setsDeletePolicy: requested.can_delete_any_message_group !== undefined || requested.can_delete_own_message_group !== undefined,
  };
}

/** The stored value. */
export function retentionDays(requested: Requested['message_retention_days']): number | null {
  if (requested === undefined || requested === 'realm_default') return null;
  return requested === 'unlimited' ? FOR_EVER : requested;
}
