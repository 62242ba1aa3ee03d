import { FLAG_BITS, MESSAGE_ATTRS } from '../message-bits.js';

/** Flags that a user may change, with their bits. */
export const EDITABLE_FLAGS = { read: FLAG_BITS.read, starred: FLAG_BITS.starred, collapsed: FLAG_BITS.collapsed } as const;
export type EditableFlag = keyof typeof EDITABLE_FLAGS;

/** Flags that only the server sets. */
export const FIXED_FLAGS = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
] as const;

export function isEditableFlag(name: string): name is EditableFlag {
  return Object.hasOwn(EDITABLE_FLAGS, name);
}

export function isFixedFlag(name: string): boolean {
  return FIXED_FLAGS.some((flag) => flag === name);
}

/**
 * The names of one user's flags of a message for clients. A channel wildcard is stored with the message and applies to all users who received it,
 * so not to users for whom it is historical.
 */
export function flagNames(bits: number, attrs: number): string[] {
  const has = (bit: number) => (bits & bit) !== 0;
  const byChannel = (attrs & MESSAGE_ATTRS.channelWildcard) !== 0 && !has(FLAG_BITS.historical);
  const byTopic = has(FLAG_BITS.topicWildcard);
  const named: readonly (readonly [string, boolean])[] = [
    ['read', has(FLAG_BITS.read)],
    ['starred', has(FLAG_BITS.starred)],
    ['collapsed', has(FLAG_BITS.collapsed)],
    ['mentioned', has(FLAG_BITS.mentioned)],
    ['stream_wildcard_mentioned', byChannel],
    ['topic_wildcard_mentioned', byTopic],
    ['wildcard_mentioned', byChannel || byTopic],
    ['has_alert_word', has(FLAG_BITS.alertWord)],
    ['historical', has(FLAG_BITS.historical)],
  ];
  return named.filter(([, set]) => set).map(([name]) => name);
}
