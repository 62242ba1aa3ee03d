import { CHANNEL_SCOPES, type TokenScope } from '@parley/contracts';
import type { tokenTexts } from '../texts/parts/token-texts.js';

type Key = keyof (typeof tokenTexts)['en'];
const DAY_SECONDS = 86_400;

export const SCOPE_TITLES: readonly (readonly [TokenScope, Key])[] = [
  ['read', 'scopeRead'],
  ['send', 'scopeSend'],
  ['personal', 'scopePersonal'],
  ['manage_channels', 'scopeManageChannels'],
  ['manage_organization', 'scopeManageOrganization'],
];

/** Days. Null: the token does not expire. */
export const LIFETIMES: readonly (readonly [number | null, Key])[] = [
  [30, 'days30'],
  [90, 'days90'],
  [365, 'days365'],
  [null, 'forever'],
];

/** What is chosen for a new token. */
export interface TokenValues {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly isLimited: boolean;
  readonly channelIds: readonly number[];
  readonly days: number | null;
}

export const NEW_TOKEN: TokenValues = { name: '', scopes: ['read'], isLimited: false, channelIds: [], days: 90 };

/** Whether the token can have the scope. One that is limited to channels has only those about channels. */
export function isPossible({ isLimited }: Pick<TokenValues, 'isLimited'>, scope: TokenScope): boolean {
  return !isLimited || CHANNEL_SCOPES.includes(scope);
}

/** What the server is asked for. Undefined while something is missing. */
export function tokenParams(values: TokenValues, nowSeconds: number) {
  const name = values.name.trim();
  const scopes = values.scopes.filter((scope) => isPossible(values, scope));
  if (name === '' || scopes.length === 0 || (values.isLimited && values.channelIds.length === 0)) return undefined;
  return {
    name,
    scopes,
    ...(values.isLimited && { channel_ids: [...values.channelIds] }),
    ...(values.days !== null && { expires_at: Math.floor(nowSeconds) + values.days * DAY_SECONDS }),
  };
}
