import { type ChannelPrivacy, type ChannelRelation, mayReadChannelMessage } from './channel-access.js';

/** A time of being subscribed, in message ids: received when `afterId < id <= untilId`. */
export interface Span {
  readonly afterId: number;
  readonly untilId: number;
}

function liesInSpan(spans: readonly Span[], messageId: number): boolean {
  return spans.some((span) => messageId > span.afterId && messageId <= span.untilId);
}

/** One message and one person, with all that reading it depends on. */
export type MessageRelation =
  | { readonly kind: 'direct'; readonly isParticipant: boolean }
  | {
      readonly kind: 'channel';
      readonly channel: ChannelPrivacy;
      readonly person: ChannelRelation;
      /** The person's spans of the channel it is in now. */
      readonly spans: readonly Span[];
      /** Id of the message, or of its last move. */
      readonly placedAtId: number;
    };

/** Whether the person may read the message (reference/rules.md section 4). libs/persistence message-visibility.ts says the same in SQL. */
export function mayReadMessage(relation: MessageRelation): boolean {
  if (relation.kind === 'direct') return relation.isParticipant;
  return mayReadChannelMessage(relation.channel, relation.person, liesInSpan(relation.spans, relation.placedAtId));
}
