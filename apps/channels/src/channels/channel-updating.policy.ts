import { type ChannelPrivacy, type ChannelRelation, hasContentAccess } from '@parley/access';
import { apiErrors, isAdministrator, type Refusal, ROLES } from '@parley/contracts';
import { type ChannelCreator, type ChannelKind, mayMakeKind } from './channel-creation.policy.js';

/** The user who changes a channel that they administer. */
export interface ChannelEditor extends ChannelCreator, ChannelRelation {}

/** The requested privacy of a channel. Undefined: not requested. A change of `isPrivate` may also change the history: see `changedPrivacy`. */
export interface RequestedPrivacy {
  readonly isPrivate: boolean | undefined;
  readonly isWebPublic: boolean | undefined;
  readonly historyPublicToSubscribers: boolean | undefined;
}

/** The parts of a change that require more than administering the channel. */
export interface ChannelChange {
  readonly privacy: RequestedPrivacy;
  /** Whether it is a default channel after the change. */
  readonly willBeDefault: boolean;
  readonly setsDefault: boolean;
  readonly setsRetention: boolean;
  readonly setsTopicsPolicy: boolean;
  /** can_delete_any_message_group or can_delete_own_message_group. */
  readonly setsDeletePolicy: boolean;
  /** can_subscribe_group or can_add_subscribers_group, whose members can read the channel. */
  readonly setsReadAccess: boolean;
}

function kindOfChannel({ isPrivate, isWebPublic }: ChannelPrivacy): ChannelKind {
  if (isWebPublic) return 'web-public';
  return isPrivate ? 'private' : 'public';
}

/**
 * The privacy of a channel after a change. If the request contains `isPrivate` without `historyPublicToSubscribers`, a channel that becomes
 * private gets protected history, and one that becomes public gets shared history.
 */
export function changedPrivacy(channel: ChannelPrivacy, requested: RequestedPrivacy): ChannelPrivacy {
  const implied = requested.isPrivate === undefined ? channel.historyPublicToSubscribers : !requested.isPrivate;
  return {
    isPrivate: requested.isPrivate ?? channel.isPrivate,
    isWebPublic: requested.isWebPublic ?? channel.isWebPublic,
    historyPublicToSubscribers: requested.historyPublicToSubscribers ?? implied,
  };
}

/** Whether a user who administers a channel may make this change. The order of the checks is part of the API. */
export function channelUpdateRefusal(
  channel: ChannelPrivacy,
  change: ChannelChange,
  editor: ChannelEditor,
  isSpectatorAccessEnabled: boolean,
): Refusal {
  const { privacy: requested } = change;
  const proposed = changedPrivacy(channel, requested);
  // Administering a channel does not include reading it. A user who may not read it must not give themselves access.
  const accessRefusal = hasContentAccess(channel, editor) ? undefined : apiErrors.channelContentAccessRequired();
  if (!isPossible(proposed)) return apiErrors.conflictingChannelSettings();
  if (proposed.isPrivate && change.willBeDefault) return apiErrors.defaultChannelMustBePublic();
  if (requested.isPrivate !== undefined) {
    if (accessRefusal !== undefined) return accessRefusal;
    if (requested.isPrivate !== channel.isPrivate && !mayMakeKind(kindOfChannel(proposed), editor))
      return apiErrors.insufficientPermission();
  }
  if (change.setsDefault && !isAdministrator(editor.role)) return apiErrors.insufficientPermission();
  if (requested.isWebPublic === true && !channel.isWebPublic) {
    if (!isSpectatorAccessEnabled) return apiErrors.webPublicChannelsDisabled();
    if (!mayMakeKind('web-public', editor)) return apiErrors.insufficientPermission();
  }
  if (change.setsRetention && editor.role !== ROLES.owner) return apiErrors.ownersOnly();
  if (change.setsTopicsPolicy && !editor.permissions.has('can_set_topics_policy_group')) return apiErrors.insufficientPermission();
  if (change.setsDeletePolicy && !editor.permissions.has('can_set_delete_message_policy_group')) return apiErrors.insufficientPermission();
  return change.setsReadAccess ? accessRefusal : undefined;
}

/** Public and web-public channels share their history. */
function isPossible({ isPrivate, isWebPublic, historyPublicToSubscribers }: ChannelPrivacy): boolean {
  return isPrivate ? !isWebPublic : historyPublicToSubscribers;
}
