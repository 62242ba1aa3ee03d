import { EMOJI_SETS, type SettingValue } from './user-settings.js';

/** Clients built for the established server: the apps and libraries that spell some values in their own way. By client name, in lower case. */
const STOCK_CLIENT = /^(zulip|go-zulip|python-zulip|flutter)/;

/** Whether a client of this name reads and sends the spellings of the established server (reference/README.md decision 7). */
export function isStockClient(clientName: string): boolean {
  return STOCK_CLIENT.test(clientName.toLowerCase());
}

/** Whether a client of this name refuses an event that holds a field it does not know. */
export function refusesUnknownFields(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('go-zulip');
}

/** Whether a client of this name reads who reacted in the field `user` of reactions. Other clients do not know it. */
export function readsReactingUser(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('zulipterminal');
}

const STOCK_EMOJI_SETS: Readonly<Record<string, string>> = Object.fromEntries(EMOJI_SETS.map(({ key, stockKey }) => [key, stockKey]));
const STOCK_HOME_VIEWS: Readonly<Record<string, string>> = { recent: 'recent_topics' };
const STOCK_REACTION_TYPES: Readonly<Record<string, string>> = { service_extra_emoji: 'zulip_extra_emoji' };

/** What an emoji can be: of unicode, of the organization, or one that we add. */
export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const;
export type ReactionType = (typeof REACTION_TYPES)[number];

/** The same in all spellings that clients send and read. */
export const WIRE_REACTION_TYPES = [...REACTION_TYPES, 'zulip_extra_emoji'] as const;

/** The spelling of an emoji set that the client knows. */
export function emojiSetFor(clientName: string, emojiSet: string): string {
  return isStockClient(clientName) ? (STOCK_EMOJI_SETS[emojiSet] ?? emojiSet) : emojiSet;
}

/** The spelling of a reaction type that the client knows. */
export function reactionTypeFor(clientName: string, reactionType: string): string {
  return isStockClient(clientName) ? (STOCK_REACTION_TYPES[reactionType] ?? reactionType) : reactionType;
}

/** The type that a client means, in either spelling; undefined: none. */
export function reactionTypeNamed(spelled: string): ReactionType | undefined {
  return REACTION_TYPES.find((type) => type === spelled || STOCK_REACTION_TYPES[type] === spelled);
}

/** The spelling of a home view that the client knows. */
export function homeViewFor(clientName: string, homeView: string): string {
  return isStockClient(clientName) ? (STOCK_HOME_VIEWS[homeView] ?? homeView) : homeView;
}

/** Whether a client of this name ends at once without the settings that the API once had beside `user_settings`. */
export function readsSettingsBeside(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('zulipterminal');
}

/** The spelling of a setting's value that the client knows. */
export function settingValueFor(clientName: string, name: string, value: SettingValue): SettingValue {
  if (name === 'emojiset') return emojiSetFor(clientName, String(value));
  return name === 'web_home_view' ? homeViewFor(clientName, String(value)) : value;
}

/** Clients whose whole poll fails, for ever, at a type of event that they do not know: they get such types only where they ask for them by name. */
export function failsOnUnknownTypes(clientName: string): boolean {
  return clientName.toLowerCase().startsWith('go-zulip');
}
