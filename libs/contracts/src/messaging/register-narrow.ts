import { normalizeTopic, topicKey } from '../topic-name.js';
import type { MessageFacts } from './message-object.js';

/** The filter on message events that a registration may carry: [operator, operand] pairs, all of which must hold (spec 4.20). */
export type RegisterNarrow = readonly (readonly [string, string])[];

type Matcher = (facts: MessageFacts, flags: readonly string[]) => boolean;

/** Marks the topic of a resolved discussion. */
export const RESOLVED_TOPIC_PREFIX = '\u2714 ';

const inTopic =
  (holds: (topic: string) => boolean): Matcher =>
  ({ recipient }) =>
    recipient.kind === 'channel' && holds(recipient.topic);
const direct: Matcher = ({ recipient }) => recipient.kind === 'direct';
const flagged =
  (...names: string[]): Matcher =>
  (_, flags) =>
    names.some((name) => flags.includes(name));

const IS_OPERANDS: Readonly<Record<string, Matcher>> = {
  dm: direct,
  private: direct,
  starred: flagged('starred'),
  alerted: flagged('has_alert_word'),
  mentioned: flagged('mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'),
  unread: (_, flags) => !flags.includes('read'),
  resolved: inTopic((topic) => topic.startsWith(RESOLVED_TOPIC_PREFIX)),
};

const inChannel =
  (operand: string): Matcher =>
  ({ recipient }) =>
    recipient.kind === 'channel' && recipient.channelName.toLowerCase() === operand.trim().toLowerCase();

const OPERATORS: Readonly<Record<string, (operand: string) => Matcher | undefined>> = {
  channel: inChannel,
  stream: inChannel,
  topic: (operand) => inTopic((topic) => topicKey(topic) === topicKey(normalizeTopic(operand))),
  sender:
    (operand) =>
    ({ sender }) =>
      sender.email.toLowerCase() === operand.toLowerCase(),
  is: (operand) => own(IS_OPERANDS, operand),
};

/** What a registration may filter by. */
export const REGISTER_OPERATORS = Object.keys(OPERATORS);

/** Undefined, or the sentence to refuse the registration with. */
export function registerNarrowProblem(narrow: RegisterNarrow): string | undefined {
  for (const [operator, operand] of narrow) {
    const matcher = own(OPERATORS, operator);
    if (matcher === undefined) return `Operator ${operator} not supported.`;
    if (matcher(operand) === undefined) return `Operand ${operand} not supported.`;
  }
  return undefined;
}

/** Whether a queue with this narrow wants the message. `flags` are those of the queue's owner. */
export function matchesRegisterNarrow(narrow: RegisterNarrow, facts: MessageFacts, flags: readonly string[]): boolean {
  return narrow.every(([operator, operand]) => own(OPERATORS, operator)?.(operand)?.(facts, flags) ?? false);
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
