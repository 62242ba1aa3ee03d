import type { ClientState, Narrow } from '@parley/client';
import { topicKey } from '@parley/contracts';
import { type ReadQuery, readQuery } from './search-query.js';

/** What the page shows. Each has an address, so that links, reloads and the history of the browser work. */
export type Place =
  | { readonly kind: 'all' | 'mentions' | 'starred' }
  | OverviewPlace
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** `query`: as the person wrote it. */
  | { readonly kind: 'search'; readonly query: string }
  /** `userIds`: of the others, in ascending order. Empty: messages to oneself. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] };

/** Shows conversations instead of messages. */
export type OverviewPlace = { readonly kind: (typeof OVERVIEWS)[number] };
/** The places without messages of one feed, by their addresses. */
export const OVERVIEWS = ['inbox', 'recent', 'drafts', 'scheduled', 'people', 'groups', 'channels', 'organization'] as const;

export interface Address {
  readonly place: Place;
  /** The message to begin at, instead of the first unread one. */
  readonly near?: number;
}

const ROOT = '/app';

export function pathOf(place: Place): string {
  switch (place.kind) {
    case 'all':
      return ROOT;
    case 'channel':
      return `${ROOT}/channel/${place.channelId}`;
    case 'topic':
      return `${ROOT}/channel/${place.channelId}/topic/${encodeURIComponent(place.topic)}`;
    case 'search':
      return `${ROOT}/search/${encodeURIComponent(place.query)}`;
    case 'direct':
      return `${ROOT}/direct/${place.userIds.join(',')}`;
    default:
      return `${ROOT}/${place.kind}`;
  }
}

/** An address that this version does not know shows everything. */
export function addressOf(path: string, query = ''): Address {
  const near = Number(new URLSearchParams(query).get('near') ?? Number.NaN);
  return { place: placeOf(path), ...(Number.isSafeInteger(near) && near >= 0 && { near }) };
}

function placeOf(path: string): Place {
  const [first, second = '', third, fourth] = path.slice(ROOT.length).split('/').slice(1);
  const plain = ([...OVERVIEWS, 'mentions', 'starred'] as const).find((kind) => kind === first);
  if (plain !== undefined) return { kind: plain };
  if (first === 'search') return { kind: 'search', query: decoded(second) };
  if (first === 'direct') return { kind: 'direct', userIds: idsIn(second) };
  const channelId = Number(second);
  if (first !== 'channel' || second === '' || !Number.isSafeInteger(channelId)) return { kind: 'all' };
  return third === 'topic' ? { kind: 'topic', channelId, topic: decoded(fourth ?? '') } : { kind: 'channel', channelId };
}

function idsIn(list: string): number[] {
  const ids = list.split(',').filter((part) => /^\d{1,15}$/.test(part));
  return [...new Set(ids.map(Number))].sort((a, b) => a - b);
}

/** The text itself where its escapes are not UTF-8. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A place as its reader knows it. Addresses that come from others name the reader too. */
export function withoutReader(place: Place, userId: number): Place {
  if (place.kind !== 'direct' || !place.userIds.includes(userId)) return place;
  return { ...place, userIds: place.userIds.filter((id) => id !== userId) };
}

/** A place as others can read it: a direct conversation names all who are in it. */
export function withReader<P extends Place>(place: P, userId: number): P {
  if (place.kind !== 'direct') return place;
  return { ...place, userIds: [...new Set([...place.userIds, userId])].sort((a, b) => a - b) };
}

/** What the server is asked for at a place. A search may name something that does not exist. */
export function narrowAt(place: Place, state: ClientState, userId: number): ReadQuery {
  return place.kind === 'search' ? readQuery(place.query, state) : { narrow: narrowOf(place, userId) };
}

export function narrowOf(place: Exclude<Place, { kind: 'search' }>, userId: number): Narrow {
  switch (place.kind) {
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }];
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }];
    case 'channel':
      return [{ operator: 'channel', operand: place.channelId }];
    case 'topic':
      return [
        { operator: 'channel', operand: place.channelId },
        { operator: 'topic', operand: place.topic },
      ];
    case 'direct':
      return [{ operator: 'dm', operand: place.userIds.length === 0 ? [userId] : place.userIds }];
    default:
      return [];
  }
}

/** The same text for all addresses of one place. Topics in any case are one, also in letters that addresses escape. */
export function placeKey(place: Place): string {
  return pathOf(place.kind === 'topic' ? { ...place, topic: topicKey(place.topic) } : place).toLowerCase();
}

export function isSamePlace(a: Place, b: Place): boolean {
  return placeKey(a) === placeKey(b);
}

export function isOverview(place: Place): place is OverviewPlace {
  return (OVERVIEWS as readonly string[]).includes(place.kind);
}
