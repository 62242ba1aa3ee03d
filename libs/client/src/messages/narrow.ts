import type { ServerEvent } from '@parley/client-events';
import { topicKey } from '@parley/contracts';
import type { MessageObject, NarrowOperator } from '@parley/contracts/messaging';
import { directConversation } from '../state/typing.js';

export interface NarrowTerm {
  readonly operator: NarrowOperator;
  readonly operand: string | number | readonly (string | number)[];
  readonly negated?: boolean;
}

/** All terms must hold. Without terms, it has all messages that the user received. */
export type Narrow = readonly NarrowTerm[];

type Term = (message: MessageObject, operand: NarrowTerm['operand'], userId: number) => boolean | undefined;

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  starred: ['starred'],
  mentioned: ['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
  alerted: ['has_alert_word'],
};

const inChannel: Term = ({ stream_id, display_recipient }, operand) =>
  stream_id !== undefined && (typeof operand === 'number' ? operand === stream_id : operand === display_recipient);

const from: Term = ({ sender_id, sender_email }, operand) =>
  typeof operand === 'number' ? operand === sender_id : operand === sender_email;

const withPeople: Term = (message, operand, userId) => {
  const ids = idsIn(operand);
  if (ids === undefined) return undefined;
  return isDirect(message) && directConversation(participantsOf(message)) === directConversation([...ids, userId]);
};

const including: Term = (message, operand) => {
  const ids = idsIn(operand);
  if (ids === undefined) return undefined;
  const participants = participantsOf(message);
  return isDirect(message) && ids.every((id) => participants.includes(id));
};

const is: Term = (message, operand) => {
  if (operand === 'dm' || operand === 'private') return isDirect(message);
  if (operand === 'unread') return !(message.flags ?? []).includes('read');
  const flags = typeof operand === 'string' ? FLAGS[operand] : undefined;
  return flags?.some((flag) => message.flags?.includes(flag));
};

const TERMS: Readonly<Partial<Record<NarrowOperator, Term>>> = {
  channel: inChannel,
  stream: inChannel,
  topic: ({ stream_id, subject }, operand) => stream_id !== undefined && topicKey(subject) === topicKey(String(operand)),
  sender: from,
  from,
  dm: withPeople,
  'pm-with': withPeople,
  'dm-including': including,
  is,
  id: ({ id }, operand) => id === Number(operand),
};

/** Whether the message is in the narrow. Undefined if only the server knows, as for a search. */
export function isInNarrow(narrow: Narrow, message: MessageObject, userId: number): boolean | undefined {
  const answers = narrow.map(({ operator, operand, negated = false }) => {
    const answer = TERMS[operator]?.(message, operand, userId);
    return answer === undefined ? undefined : answer !== negated;
  });
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

/** Whether an event of this type can bring a message into the narrow or out of it. A move always can. */
export function canChange(narrow: Narrow, eventType: ServerEvent['type']): boolean {
  const has = (...operators: readonly NarrowOperator[]) => narrow.some(({ operator }) => operators.includes(operator));
  switch (eventType) {
    case 'update_message':
      // What only the server knows may depend on the text.
      return has('is') || narrow.some(({ operator }) => TERMS[operator] === undefined);
    case 'update_message_flags':
      return has('is');
    case 'reaction':
      return has('has');
    default:
      return false;
  }
}

function isDirect({ type }: MessageObject): boolean {
  return type === 'private';
}

function participantsOf({ display_recipient: recipient }: MessageObject): readonly number[] {
  return typeof recipient === 'string' ? [] : recipient.map(({ id }) => id);
}

/** Undefined for email addresses, which the server looks up. */
function idsIn(operand: NarrowTerm['operand']): readonly number[] | undefined {
  const list = typeof operand === 'object' ? operand : [operand];
  const ids = list.filter((entry) => typeof entry === 'number');
  return ids.length === list.length ? ids : undefined;
}
