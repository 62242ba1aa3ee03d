import type { DraftObject } from '@parley/contracts/messaging';
import type { ClientState } from '../client-state.js';
import { directConversation, topicConversation } from '../typing.js';

export interface DirectConversation {
  /** Of the others. */
  readonly userIds: readonly number[];
  readonly newest: number;
}

/** The one with the newest message first. */
export function recentDirectConversations({ recent_private_conversations = [] }: ClientState): readonly DirectConversation[] {
  return recent_private_conversations
    .map(({ user_ids, max_message_id }) => ({ userIds: user_ids, newest: max_message_id }))
    .sort((a, b) => b.newest - a.newest);
}

/** The newest first. */
export function drafts(state: ClientState): readonly DraftObject[] {
  return [...(state.drafts ?? [])].sort((a, b) => b.timestamp - a.timestamp || b.id - a.id);
}

/** The newest draft of a conversation, by the name that topicConversation or directConversation makes. */
export function draftOf(state: ClientState, conversation: string): DraftObject | undefined {
  return drafts(state).find((draft) => conversationOfDraft(draft, state.user_id ?? 0) === conversation);
}

function conversationOfDraft({ type, to, topic }: DraftObject, myself: number): string | undefined {
  const [channelId] = to;
  if (type === 'stream') return channelId === undefined ? undefined : topicConversation(channelId, topic);
  return type === 'private' ? directConversation([...to, myself]) : undefined;
}

/** A personal setting. */
export function setting(state: ClientState, name: string): unknown {
  return (state.user_settings as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** A setting of the organization, without the prefix `realm_`. */
export function organizationSetting(state: ClientState, name: string): unknown {
  return (state as Readonly<Record<string, unknown>>)[`realm_${name}`];
}
