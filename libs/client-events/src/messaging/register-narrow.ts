import { apiErrors, normalizeTopic, type Refusal, topicKey } from '@parley/contracts';
import { type MessageFacts, REGISTER_OPERATORS, RESOLVED_TOPIC_PREFIX } from '@parley/contracts/messaging';

/** Optional filter on the message events of a registration: [operator, operand] pairs, all of which must match. */
export type RegisterNarrow = readonly (readonly [string, string])[];

type Matcher = (facts: MessageFacts, flags: readonly string[]) => boolean;

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

const OPERATORS: Readonly<Record<(typeof REGISTER_OPERATORS)[number], (operand: string) => Matcher | undefined>> = {
  channel: inChannel,
  stream: inChannel,
  topic: (operand) => inTopic((topic) => topicKey(topic) === topicKey(normalizeTopic(operand))),
  sender:
    (operand) =>
    ({ sender }) =>
      sender.email.toLowerCase() === operand.toLowerCase(),
  is: (operand) => own(IS_OPERANDS, operand),
};

/** Why a registration with this narrow is refused. */
export function registerNarrowRefusal(narrow: RegisterNarrow): Refusal {
  for (const [operator, operand] of narrow) {
    const matcher = own(OPERATORS, operator);
    if (matcher === undefined) return apiErrors.unsupportedRegisterOperator({ operator });
    if (matcher(operand) === undefined) return apiErrors.unsupportedRegisterOperand({ operand });
  }
  return undefined;
}

/** Whether a queue with this narrow receives the message. `flags` are those of the queue's owner. */
export function matchesRegisterNarrow(narrow: RegisterNarrow, facts: MessageFacts, flags: readonly string[]): boolean {
  return narrow.every(([operator, operand]) => own(OPERATORS, operator)?.(operand)?.(facts, flags) ?? false);
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
