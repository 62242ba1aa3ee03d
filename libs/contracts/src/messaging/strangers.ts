import { z } from 'zod';
import { UNKNOWN_AVATAR_URL, UNKNOWN_NAME, unknownEmail } from '../organization/user-object.js';
import type { MessageFacts } from './message-object.js';

/** Users, and the readers who may not see them. */
export const hiddenPeople = z.array(z.object({ id: z.int(), hiddenFrom: z.array(z.int()) }));
export type HiddenPeople = z.infer<typeof hiddenPeople>;

/**
 * Users named in a message whom some of its readers may not see, at the time the event was logged. Those readers receive placeholders.
 * Only guests can be among the readers, and only in an organization where guests do not see everyone.
 */
export const strangers = z.object({
  /** Of the organization, without port. Domain of the placeholders' addresses. */
  host: z.string(),
  people: hiddenPeople,
});
export type Strangers = z.infer<typeof strangers>;

/** The sender in the format of a message. */
type Sender = MessageFacts['sender'];

/** Must match the HTML that libs/markdown generates for the mention of a user. */
const MENTION = /(<span class="user-mention[^"]*" data-user-id="(\d+)">)(@?)[^<]*(<\/span>)/g;

/** The users mentioned by name in rendered text, silently or not. */
export function mentionedIn(html: string): number[] {
  return [...new Set([...html.matchAll(MENTION)].map(([, , id]) => Number(id)))];
}

/** Removes the names of these users from rendered text. */
export function withoutNames(html: string, hidden: ReadonlySet<number>): string {
  if (hidden.size === 0) return html;
  return html.replace(MENTION, (whole: string, start: string, id: string, at: string, end: string) =>
    hidden.has(Number(id)) ? `${start}${at}${UNKNOWN_NAME}${end}` : whole,
  );
}

export function unknownSender(id: number, host: string): Sender {
  return { id, email: unknownEmail(id, host), fullName: UNKNOWN_NAME, avatarUrl: UNKNOWN_AVATAR_URL, avatarIsComputable: false };
}
