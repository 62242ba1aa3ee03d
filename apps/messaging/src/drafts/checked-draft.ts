import { apiErrors, LIMITS, normalizeTopic } from '@parley/contracts';
import type { DraftInput, DraftObject } from '@parley/contracts/messaging';
import { checkedContent } from '../composing/message-content.js';

/** A draft as stored, before its recipients are looked up. */
export type CheckedDraft = Omit<DraftObject, 'id'>;

const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Validates a draft as far as possible without the database. `now`: seconds since the epoch.
 * @throws the first reason why it cannot be stored.
 */
export function checkedDraft(ownerId: number, draft: DraftInput, now: number): CheckedDraft {
  const content = checkedContent(draft.content);
  const timestamp = draft.timestamp ?? now;
  if (timestamp < 0) throw apiErrors.draftTimestampNegative();
  switch (draft.type) {
    case 'stream':
      return { type: 'stream', to: [oneChannel(draft.to)], topic: draftTopic(draft.topic), content, timestamp };
    case 'private':
      return { type: 'private', to: others(ownerId, draft.to), topic: '', content, timestamp };
    case '':
      return { type: '', to: [], topic: '', content, timestamp };
  }
}

function oneChannel(to: readonly number[]): number {
  const [channelId] = to;
  if (channelId === undefined || to.length > 1) throw apiErrors.draftNeedsOneChannel();
  return channelId;
}

function others(ownerId: number, to: readonly number[]): number[] {
  return [...new Set(to)].filter((id) => id !== ownerId).sort((a, b) => a - b);
}

/** The topic of a draft may contain characters that are forbidden in topics, but it must be storable, and it is never truncated. */
function draftTopic(input: string): string {
  const topic = normalizeTopic(input).replace(LONE_SURROGATES, '\ufffd');
  if (topic.includes('\0')) throw apiErrors.draftTopicHasNullBytes();
  if ([...topic].length > LIMITS.max_topic_length) {
    throw apiErrors.topicTooLong({ limit: LIMITS.max_topic_length });
  }
  return topic;
}
