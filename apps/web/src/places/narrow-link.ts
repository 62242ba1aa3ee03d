import type { Destination } from './destination.js';
import { type Address, withReader } from './place.js';

/**
 * The address that a link in a message means: the server writes `/#narrow/channel/9-name/topic/a.20topic/near/12`. Undefined for other links and
 * for narrows that the page cannot show.
 */
export function addressOfLink(href: string): Address | undefined {
  const [, path] = /^(?:\/)?#narrow\/(.*)$/.exec(href) ?? [];
  if (path === undefined) return undefined;
  const parts = path.split('/').map(decoded);
  const terms = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) terms.set(parts[at] ?? '', parts[at + 1] ?? '');
  return withNear(terms.get('near') ?? terms.get('with'), placeOf(terms));
}

function placeOf(terms: ReadonlyMap<string, string>): Address['place'] | undefined {
  const channel = terms.get('channel') ?? terms.get('stream');
  if (channel !== undefined) {
    const channelId = Number.parseInt(channel, 10);
    if (Number.isNaN(channelId)) return undefined;
    const topic = terms.get('topic');
    return topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic };
  }
  const people = terms.get('dm') ?? terms.get('pm-with');
  if (people !== undefined) {
    const ids = (people.split('-')[0] ?? '').split(',').map(Number);
    return ids.some(Number.isNaN) ? undefined : { kind: 'direct', userIds: ids.sort((a, b) => a - b) };
  }
  return terms.get('is') === 'mentioned' ? { kind: 'mentions' } : terms.get('is') === 'starred' ? { kind: 'starred' } : undefined;
}

function withNear(near: string | undefined, place: Address['place'] | undefined): Address | undefined {
  if (place === undefined) return undefined;
  return near !== undefined && /^\d{1,15}$/.test(near) ? { place, near: Number(near) } : { place };
}

/**
 * The link to a message in the format of stock clients, which the server names when it renders it. Others read it, so it names all people of a
 * direct conversation, also the one who makes it.
 */
export function linkTo(origin: string, conversation: Destination, messageId: number, userId: number): string {
  const place = withReader(conversation, userId);
  const terms =
    place.kind === 'direct'
      ? `dm/${place.userIds.join(',')}`
      : `channel/${place.channelId}${place.kind === 'topic' ? `/topic/${encoded(place.topic)}` : ''}`;
  return `${origin}/#narrow/${terms}/near/${messageId}`;
}

/** A part of such a link. `encodeURIComponent` leaves dots and brackets, which end a link or stand for percent signs. */
function encoded(part: string): string {
  const escaped = encodeURIComponent(part).replaceAll(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return escaped.replaceAll('%', '.');
}

/** Dots stand for percent signs. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('.', '%'));
  } catch {
    return part;
  }
}
