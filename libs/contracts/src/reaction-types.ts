/** How apps built for the established server spell some of them. */
export const STOCK_REACTION_TYPES: Readonly<Record<string, string>> = { service_extra_emoji: 'zulip_extra_emoji' };

/** Types of emoji: of unicode, of the organization, or one that the server adds. */
export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** The types in all spellings of clients. */
export const WIRE_REACTION_TYPES = [...REACTION_TYPES, 'zulip_extra_emoji'] as const;

/** The type that a client means, in either spelling; undefined if unknown. */
export function reactionTypeNamed(spelled: string): ReactionType | undefined {
  return REACTION_TYPES.find((type) => type === spelled || STOCK_REACTION_TYPES[type] === spelled);
}
