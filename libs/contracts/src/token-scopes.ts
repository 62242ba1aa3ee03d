import { type ApiError, apiErrors } from './errors.js';

/**
 * What an API token can be allowed to do.
 * - read: read messages, people, channels and settings, and receive events
 * - send: send, edit, move and delete messages, react, type and upload
 * - personal: change what belongs to the account alone, such as read marks, drafts, statuses and personal settings
 * - manage_channels: create, change, archive, subscribe to and leave channels
 * - manage_organization: change settings, people and groups of the organization
 */
export const TOKEN_SCOPES = ['read', 'send', 'personal', 'manage_channels', 'manage_organization'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Scopes that a token can have which is limited to channels. The others say nothing about a channel. */
export const CHANNEL_SCOPES: readonly TokenScope[] = ['read', 'send', 'manage_channels'];

/**
 * What an endpoint needs of an API token.
 * - any: every token may call it
 * - full: no token may call it. It opens, gives or widens access, so it needs an API key or a session
 * - none: credentials are ignored
 */
export type EndpointScope = TokenScope | 'any' | 'full' | 'none';

/**
 * How an endpoint keeps to the channels of a token that is limited to some. An endpoint without it refuses such a token.
 * - unaffected: it neither reads nor changes anything of a channel
 * - service: the service checks `mayUseChannel`
 * - stream_id: it is about the channel in this parameter only, which the gateway checks
 */
export type ChannelLimit = 'unaffected' | 'service' | 'stream_id';

/** What an API token may do. */
export interface TokenRights {
  readonly id: string;
  readonly scopes: readonly string[];
  /** Absent: all channels. */
  readonly channelIds?: readonly number[] | undefined;
}

interface Needed {
  readonly scope: EndpointScope;
  readonly alsoNeeds?: TokenScope | undefined;
  readonly channelLimit?: ChannelLimit | undefined;
}

/** Why a token may not call an endpoint at all. Undefined: it may. */
export function tokenRefusal({ scopes, channelIds }: TokenRights, { scope, alsoNeeds, channelLimit }: Needed): ApiError | undefined {
  if (scope === 'none') return undefined;
  if (scope === 'full') return apiErrors.tokenNotAllowed();
  const missing = [scope, alsoNeeds].find((each) => each !== undefined && each !== 'any' && !scopes.includes(each));
  if (missing !== undefined) return apiErrors.tokenScopeMissing({ scope: missing });
  return channelIds !== undefined && channelLimit === undefined ? apiErrors.tokenLimitedToChannels() : undefined;
}

/** For the part of an endpoint that opens, gives or widens access. @throws tokenNotAllowed */
export function refuseTokens({ token }: { readonly token?: TokenRights | undefined }): void {
  if (token !== undefined) throw apiErrors.tokenNotAllowed();
}

/** Whether a credential may be used for this channel. Null: a conversation without a channel. */
export function mayUseChannel(token: Pick<TokenRights, 'channelIds'> | undefined, channelId: number | null): boolean {
  const channelIds = token?.channelIds;
  return channelIds === undefined || (channelId !== null && channelIds.includes(channelId));
}
