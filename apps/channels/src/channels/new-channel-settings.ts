import { apiErrors, type InputOf, type subscribe } from '@parley/contracts';
import { type ChannelCreation, type ChannelKind, isHistoryShared } from '@parley/policies';

type Asked = Pick<
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

/** How new channels are made, apart from their permission groups. */
export interface NewChannelSettings extends ChannelCreation {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  /** Null: the organization's. -1: for ever. */
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: Asked['topics_policy'];
  /** Null: in no folder. */
  readonly folderId: number | null;
}

const FOR_EVER = -1;

/** What a request asks of new channels (spec 4.2). @throws badRequest for settings that exclude each other. */
export function newChannelSettings(asked: Asked): NewChannelSettings {
  if (asked.is_web_public && asked.invite_only) throw apiErrors.badRequest({ msg: 'Invalid parameters' });
  if (asked.is_default_stream && asked.invite_only) throw apiErrors.badRequest({ msg: 'A default channel cannot be private.' });
  const kind: ChannelKind = asked.is_web_public ? 'web-public' : asked.invite_only ? 'private' : 'public';
  const messageRetentionDays = retentionDays(asked.message_retention_days);
  return {
    kind,
    isPrivate: kind === 'private',
    isWebPublic: kind === 'web-public',
    historyPublicToSubscribers: isHistoryShared(kind, asked.history_public_to_subscribers),
    isDefault: asked.is_default_stream,
    messageRetentionDays,
    setsRetention: messageRetentionDays !== null,
    topicsPolicy: asked.topics_policy,
    folderId: asked.folder_id ?? null,
    setsTopicsPolicy: asked.topics_policy !== 'inherit',
    setsDeletePolicy: asked.can_delete_any_message_group !== undefined || asked.can_delete_own_message_group !== undefined,
  };
}

/** As channels store it. */
export function retentionDays(asked: Asked['message_retention_days']): number | null {
  if (asked === undefined || asked === 'realm_default') return null;
  return asked === 'unlimited' ? FOR_EVER : asked;
}
