import { base32, bytesOfBase32 } from './base32.js';

/** Options that a channel address can have after its token. */
export const MAIL_OPTIONS = ['show-sender', 'include-quotes', 'include-footer', 'prefer-html'] as const;
export type MailOption = (typeof MAIL_OPTIONS)[number];

/** An address that posts in a channel, made by someone who may post there. It is valid as long as they may. */
export interface ChannelMailbox {
  readonly kind: 'channel';
  readonly organizationId: number;
  readonly channelId: number;
  readonly creatorId: number;
  /** The sender of the messages: the creator, or a bot of theirs. 0: the mail gateway bot. */
  readonly senderId: number;
}

/** An address at which one person answers in the conversation of one message. */
export interface ReplyMailbox {
  readonly kind: 'reply';
  readonly organizationId: number;
  readonly userId: number;
  readonly messageId: number;
  /** The last day on which it is valid, in days since the epoch (UTC). */
  readonly lastDay: number;
}

export type Mailbox = ChannelMailbox | ReplyMailbox;

/** The part of an address before the `@`, read but not yet verified. */
export interface MailboxAddress {
  readonly mailbox: Mailbox;
  /** In hexadecimal digits. */
  readonly signature: string;
  readonly options: ReadonlySet<MailOption>;
}

/** Of a signature: 80 bits, which no one can guess over SMTP. */
export const MAILBOX_SIGNATURE_BYTES = 10;
const PREFIXES = { channel: 'c', reply: 'r' } as const;
/** Shorter parts of an address are names of channels and options. */
const TOKEN = /^[cr][a-z2-7]{22,80}$/;
const MAX_NAME = 20;
const MAX_LOCAL_PART = 200;
/** Of all ids except those of messages. */
const MAX_ID = 2 ** 31 - 1;

/** What a signature of the mailbox is made of. */
export function mailboxClaim(mailbox: Mailbox): string {
  return [mailbox.kind, ...numbersOf(mailbox)].join(':');
}

/** `general.c...show-sender`. The name is only for people. */
export function localPartOf(mailbox: Mailbox, signature: string, { name = '', options = [] as readonly MailOption[] } = {}): string {
  const shown = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-+|-+$/g, '');
  const token = PREFIXES[mailbox.kind] + base32([...numbersOf(mailbox).flatMap(varint), ...bytesOfHex(signature)]);
  return [shown, token, ...options].filter((part) => part !== '').join('.');
}

/** Undefined if it is none of our addresses. Mail servers may change the case, so it does not matter. */
export function readMailboxAddress(localPart: string): MailboxAddress | undefined {
  if (localPart.length > MAX_LOCAL_PART) return undefined;
  const parts = localPart.toLowerCase().split(/[.+]/);
  const token = parts.find((part) => TOKEN.test(part));
  const bytes = token === undefined ? undefined : bytesOfBase32(token.slice(1));
  if (token === undefined || bytes === undefined) return undefined;
  const numbers = readVarints(bytes.slice(0, -MAILBOX_SIGNATURE_BYTES));
  const mailbox = numbers === undefined ? undefined : mailboxOf(token.startsWith(PREFIXES.channel), numbers);
  if (mailbox === undefined) return undefined;
  const signature = bytes
    .slice(-MAILBOX_SIGNATURE_BYTES)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { mailbox, signature, options: new Set(MAIL_OPTIONS.filter((option) => parts.includes(option))) };
}

function numbersOf(mailbox: Mailbox): number[] {
  if (mailbox.kind === 'channel') return [mailbox.organizationId, mailbox.channelId, mailbox.creatorId, mailbox.senderId];
  return [mailbox.organizationId, mailbox.userId, mailbox.messageId, mailbox.lastDay];
}

function mailboxOf(isChannel: boolean, numbers: readonly number[]): Mailbox | undefined {
  const [organizationId, second, third, fourth, ...rest] = numbers;
  if (organizationId === undefined || second === undefined || third === undefined || fourth === undefined || rest.length > 0)
    return undefined;
  if ([organizationId, second, isChannel ? third : 0, fourth].some((number) => number > MAX_ID)) return undefined;
  return isChannel
    ? { kind: 'channel', organizationId, channelId: second, creatorId: third, senderId: fourth }
    : { kind: 'reply', organizationId, userId: second, messageId: third, lastDay: fourth };
}

/** Seven bits in each byte, the lowest first. */
function varint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function readVarints(bytes: readonly number[]): number[] | undefined {
  const numbers: number[] = [];
  let [number, factor] = [0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * factor;
    if (number > Number.MAX_SAFE_INTEGER) return undefined;
    factor *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, factor] = [0, 1];
  }
  return factor === 1 ? numbers : undefined;
}

function bytesOfHex(text: string): number[] {
  return (text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
