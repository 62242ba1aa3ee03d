import { STOCK_REACTION_TYPES } from '@parley/contracts/messaging';
import { EMOJI_SETS, type SettingValue } from '@parley/contracts/settings';

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

/** The spelling of an emoji set that the client knows. */
export function emojiSetFor(clientName: string, emojiSet: string): string {
  return isStockClient(clientName) ? (STOCK_EMOJI_SETS[emojiSet] ?? emojiSet) : emojiSet;
}

/** The spelling of a reaction type that the client knows. */
export function reactionTypeFor(clientName: string, reactionType: string): string {
  return isStockClient(clientName) ? (STOCK_REACTION_TYPES[reactionType] ?? reactionType) : reactionType;
}

/** The spelling of a home view that the client knows. */
export function homeViewFor(clientName: string, homeView: string): string {
  return isStockClient(clientName) ? (STOCK_HOME_VIEWS[homeView] ?? homeView) : homeView;
}

/** Whether a client with this name exits without the settings that the API once had next to `user_settings`. */
export function needsTopLevelSettings(clientName: string): boolean {
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
