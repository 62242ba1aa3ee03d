import type { NarrowTerm } from './narrow-terms.js';

/**
 * The messages that a narrow searches. `received`: those that were delivered to the user, or are in their history. `readable`: also those of channels
 * that they may read without having received them. A narrow is `readable` if it names a channel that the user may read, or channels:public, and no
 * condition is about the user's own copies.
 */
export type NarrowScope = 'received' | 'readable';

export function narrowScope(
  terms: readonly NarrowTerm[],
  person: { isGuest: boolean; hasContentAccess: (channel: NarrowTerm) => boolean },
): NarrowScope {
  const positive = terms.filter((term) => !term.negated);
  const aboutOwnCopies = positive.some((term) => term.operator === 'is' && term.what !== 'resolved');
  const inReadableChannel = positive.some((term) => term.operator === 'channel' && person.hasContentAccess(term));
  const inPublicChannels = positive.some(
    (term) => term.operator === 'channels' && (term.kind === 'web-public' || (term.kind === 'public' && !person.isGuest)),
  );
  return !aboutOwnCopies && (inReadableChannel || inPublicChannels) ? 'readable' : 'received';
}

const FOR_SPECTATORS: readonly NarrowTerm['operator'][] = ['channel', 'channels', 'topic', 'sender', 'has', 'search', 'id', 'with'];

/** Whether visitors without login may use the narrow: only for web-public channels, and without personal conditions. */
export function isForSpectators(terms: readonly NarrowTerm[]): boolean {
  const inWebPublic = terms.some((term) => term.operator === 'channels' && term.kind === 'web-public' && !term.negated);
  const isImpersonal = (term: NarrowTerm) => FOR_SPECTATORS.includes(term.operator) || (term.operator === 'is' && term.what === 'resolved');
  return inWebPublic && terms.every(isImpersonal);
}
