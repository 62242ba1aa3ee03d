import { apiErrors, isAdministrator, ROLES } from '@parley/contracts';
import { type ChannelPrivacy, type ChannelRelation, hasContentAccess } from './channel-access.js';
import { type ChannelCreator, type ChannelKind, mayMakeKind } from './channel-creation.js';

/** Who changes a channel that he administers. */
export interface ChannelEditor extends ChannelCreator, ChannelRelation {}

/** What a change asks of a channel's privacy; what is absent stays. */
export interface PrivacyAsked {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublicToSubscribers: boolean | undefined;
}

/** What a change asks for, as far as not everybody who administers the channel may. */
export interface ChannelChange {
  readonly privacy: PrivacyAsked;
  /** As after the change. */
  readonly isDefault: boolean;
  readonly setsDefault: boolean;
  readonly setsRetention: boolean;
  readonly setsTopicsPolicy: boolean;
  /** can_delete_any_message_group or can_delete_own_message_group. */
  readonly setsDeletePolicy: boolean;
  /** can_subscribe_group or can_add_subscribers_group: who is in them reads the channel. */
  readonly setsReaders: boolean;
}

function kindOfChannel({ isPrivate, isWebPublic }: ChannelPrivacy): ChannelKind {
  if (isWebPublic) return 'web-public';
  return isPrivate ? 'private' : 'public';
}

/** The privacy a channel has after a change. Going private protects its history and going public shares it, unless told otherwise. */
export function changedPrivacy(channel: ChannelPrivacy, asked: PrivacyAsked): ChannelPrivacy {
  const implied = asked.isPrivate === undefined ? channel.historyPublicToSubscribers : !asked.isPrivate;
  return {
    isPrivate: asked.isPrivate ?? channel.isPrivate,
    isWebPublic: asked.isWebPublic ?? channel.isWebPublic,
    historyPublicToSubscribers: asked.historyPublicToSubscribers ?? implied,
  };
}

/**
 * Whether somebody who administers a channel may change it so (reference/api-surface.md, PATCH /streams, in its order of checks).
 * @throws the first reason why not.
 */
export function checkMayUpdateChannel(channel: ChannelPrivacy, change: ChannelChange, editor: ChannelEditor, hasSpectators: boolean): void {
  const { privacy: asked } = change;
  const proposed = changedPrivacy(channel, asked);
  if (!isPossible(proposed)) throw apiErrors.badRequest({ msg: 'Invalid parameters' });
  if (proposed.isPrivate && change.isDefault) throw apiErrors.badRequest({ msg: 'A default channel cannot be private.' });
  if (asked.isPrivate !== undefined) {
    checkReads(channel, editor);
    if (asked.isPrivate !== channel.isPrivate && !mayMakeKind(kindOfChannel(proposed), editor)) throw apiErrors.insufficientPermission();
  }
  if (change.setsDefault && !isAdministrator(editor.role)) throw apiErrors.insufficientPermission();
  if (asked.isWebPublic === true && !channel.isWebPublic) {
    if (!hasSpectators) throw apiErrors.badRequest({ msg: 'Web-public channels are not enabled.' });
    if (!mayMakeKind('web-public', editor)) throw apiErrors.insufficientPermission();
  }
  if (change.setsRetention && editor.role !== ROLES.owner) throw apiErrors.ownersOnly();
  if (change.setsTopicsPolicy && !editor.permissions.has('can_set_topics_policy_group')) throw apiErrors.insufficientPermission();
  if (change.setsDeletePolicy && !editor.permissions.has('can_set_delete_message_policy_group')) throw apiErrors.insufficientPermission();
  if (change.setsReaders) checkReads(channel, editor);
}

/** Everybody who reads on the web sees all that was sent, and so does everybody in a public channel. */
function isPossible({ isPrivate, isWebPublic, historyPublicToSubscribers }: ChannelPrivacy): boolean {
  return isPrivate ? !isWebPublic : historyPublicToSubscribers;
}

/** Administering a channel is not reading it: who may not read it must not let himself in. */
function checkReads(channel: ChannelPrivacy, editor: ChannelEditor): void {
  if (!hasContentAccess(channel, editor)) throw apiErrors.badRequest({ msg: 'Channel content access is required.' });
}
