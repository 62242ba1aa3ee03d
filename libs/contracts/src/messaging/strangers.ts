import { z } from 'zod';
import { UNKNOWN_AVATAR_URL, UNKNOWN_NAME, unknownEmail } from '../organization/user-object.js';
import type { MessageFacts } from './message-object.js';

/** People, and the readers who may not see them. */
export const hiddenPeople = z.array(z.object({ id: z.int(), hiddenFrom: z.array(z.int()) }));
export type HiddenPeople = z.infer<typeof hiddenPeople>;

/**
 * People whom a message names and whom some of its readers may not see, as it was when the event was logged. Those readers get placeholders.
 * Only guests can be among the readers, and only in an organization where guests do not see everyone.
 */
export const strangers = z.object({
  /** Of the organization, without port: the domain of the placeholders' addresses. */
  host: z.string(),
  people: hiddenPeople,
});
export type Strangers = z.infer<typeof strangers>;

/** A person as a message shows its sender. */
type Sender = MessageFacts['sender'];

/** Mirrors what libs/markdown writes for the mention of a person. */
const MENTION = /(<span class="user-mention[^"]*" data-user-id="(\d+)">)(@?)[^<]*(<\/span>)/g;

/** The people that rendered text mentions by name, silently or not. */
export function mentionedIn(html: string): number[] {
  return [...new Set([...html.matchAll(MENTION)].map(([, , id]) => Number(id)))];
}

/** Rendered text without the names of these people. */
export function withoutNames(html: string, hidden: ReadonlySet<number>): string {
  if (hidden.size === 0) return html;
  return html.replace(MENTION, (whole: string, start: string, id: string, at: string, end: string) =>
    hidden.has(Number(id)) ? `${start}${at}${UNKNOWN_NAME}${end}` : whole,
  );
}

export function unknownSender(id: number, host: string): Sender {
  return { id, email: unknownEmail(id, host), fullName: UNKNOWN_NAME, avatarUrl: UNKNOWN_AVATAR_URL, avatarIsComputable: false };
}

/** Whom of the named people this reader may not see. */
export function hiddenFrom(people: HiddenPeople, readerId: number): ReadonlySet<number> {
  return new Set(people.filter((person) => person.hiddenFrom.includes(readerId)).map(({ id }) => id));
}

/** The message as this reader may see it. */
export function messageShownTo(facts: MessageFacts, named: Strangers | undefined, readerId: number): MessageFacts {
  if (named === undefined) return facts;
  const hidden = hiddenFrom(named.people, readerId);
  if (hidden.size === 0) return facts;
  return {
    ...facts,
    sender: hidden.has(facts.sender.id) ? unknownSender(facts.sender.id, named.host) : facts.sender,
    rendered: withoutNames(facts.rendered, hidden),
  };
}
