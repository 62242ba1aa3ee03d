import { EMOJI_SETS, type SettingValue } from './user-settings.js';

/** Apps and libraries built for the established server, which spell some values differently. By client name, in lower case. */
const STOCK_CLIENT = /^(zulip|go-zulip|python-zulip|flutter)/;

/** Whether a client with this name uses the spellings of the established server. */
export function isStockClient(clientName: string): boolean {
  return STOCK_CLIENT.test(clientName.toLowerCase());
}

/** Whether a client with this name rejects events with unknown fields. */
export function refusesUnknownFields(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('go-zulip');
}

/** Whether a client with this name needs the field `user` of reactions. Other clients do not know it. */
export function readsReactingUser(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('zulipterminal');
}

const STOCK_EMOJI_SETS: Readonly<Record<string, string>> = Object.fromEntries(EMOJI_SETS.map(({ key, stockKey }) => [key, stockKey]));
const STOCK_HOME_VIEWS: Readonly<Record<string, string>> = { recent: 'recent_topics' };
/** How apps built for the established server spell some of them. */
export const STOCK_REACTION_TYPES: Readonly<Record<string, string>> = { service_extra_emoji: 'zulip_extra_emoji' };

/** Types of emoji: of unicode, of the organization, or one that the server adds. */
export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** The types in all spellings of clients. */
export const WIRE_REACTION_TYPES = [...REACTION_TYPES, 'zulip_extra_emoji'] as const;

/** The spelling of an emoji set that the client knows. */
export function emojiSetFor(clientName: string, emojiSet: string): string {
  return isStockClient(clientName) ? (STOCK_EMOJI_SETS[emojiSet] ?? emojiSet) : emojiSet;
}

/** The spelling of a reaction type that the client knows. */
export function reactionTypeFor(clientName: string, reactionType: string): string {
  return isStockClient(clientName) ? (STOCK_REACTION_TYPES[reactionType] ?? reactionType) : reactionType;
}

/** The type that a client means, in either spelling; undefined if unknown. */
export function reactionTypeNamed(spelled: string): ReactionType | undefined {
  return REACTION_TYPES.find((type) => type === spelled || STOCK_REACTION_TYPES[type] === spelled);
}

/** The spelling of a home view that the client knows. */
export function homeViewFor(clientName: string, homeView: string): string {
  return isStockClient(clientName) ? (STOCK_HOME_VIEWS[homeView] ?? homeView) : homeView;
}

/** Whether a client with this name exits without the settings that the API once had next to `user_settings`. */
export function readsSettingsBeside(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('zulipterminal');
}

/** The spelling of a setting's value that the client knows. */
export function settingValueFor(clientName: string, name: string, value: SettingValue): SettingValue {
  if (name === 'emojiset') return emojiSetFor(clientName, String(value));
  return name === 'web_home_view' ? homeViewFor(clientName, String(value)) : value;
}

/** Clients whose polls fail permanently at an unknown type of event: they receive newer types only if they request them by name. */
export function failsOnUnknownTypes(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('go-zulip');
}
