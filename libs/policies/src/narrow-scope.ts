import type { NarrowTerm } from './narrow-terms.js';

/**
 * Which messages a narrow looks through. `received`: what reached the person, or entered his history. `readable`: also what he may read
 * of channels without having received it: asked for by a channel he may read, or by channels:public, and by nothing that is about his own
 * copies (reference/api-surface.md "Narrow").
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

/** Whether somebody who is not logged in may ask: for what is in web-public channels, by nothing that is personal. */
export function isForSpectators(terms: readonly NarrowTerm[]): boolean {
  const inWebPublic = terms.some((term) => term.operator === 'channels' && term.kind === 'web-public' && !term.negated);
  const isImpersonal = (term: NarrowTerm) => FOR_SPECTATORS.includes(term.operator) || (term.operator === 'is' && term.what === 'resolved');
  return inWebPublic && terms.every(isImpersonal);
}
