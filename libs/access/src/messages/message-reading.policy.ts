import { type ChannelPrivacy, type ChannelRelation, mayReadChannelMessage } from '../channels/channel-access.policy.js';

/** A period of subscription in message ids: messages with `afterId < id <= untilId` were delivered. */
export interface Span {
  readonly afterId: number;
  readonly untilId: number;
}

function liesInSpan(spans: readonly Span[], messageId: number): boolean {
  return spans.some((span) => messageId > span.afterId && messageId <= span.untilId);
}

/** Facts about one message and one user that decide whether the user may read it. */
export type MessageRelation =
  | { readonly kind: 'direct'; readonly isParticipant: boolean }
  | {
      readonly kind: 'channel';
      readonly channel: ChannelPrivacy;
      readonly person: ChannelRelation;
      /** The user's spans of the channel that it is in now. */
      readonly spans: readonly Span[];
      /** Id of the message, or of its last move. */
      readonly placedAtId: number;
    };

/** Whether the user may read the message. message-visibility.sql.ts defines the same in SQL. */
export function mayReadMessage(relation: MessageRelation): boolean {
  if (relation.kind === 'direct') return relation.isParticipant;
  return mayReadChannelMessage(relation.channel, relation.person, liesInSpan(relation.spans, relation.placedAtId));
}
