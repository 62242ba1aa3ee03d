import type { Token } from 'markdown-it';
import { mediaKind, uploadPath } from './media.js';
import { type Mention, mentionOf } from './rules/mentions.js';

/** What a message holds, read off its finished tokens. */
export interface RenderedFacts {
  /** Whom the message notifies; silent and quoted mentions are not among them. Each id once. */
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  channelWildcard: boolean;
  topicWildcard: boolean;
  /** A link to an address, written out or named. Channel links and mentions are none. */
  hasLink: boolean;
  /** A link to a picture or film, whether or not previews are on. */
  hasImage: boolean;
  hasAttachment: boolean;
  /** The uploads it links, as the store knows them: `1/ab/cat.png`. */
  attachmentPaths: string[];
}

export function readFacts(tokens: readonly Token[]): RenderedFacts {
  const inline = tokens.flatMap((token) => token.children ?? []);
  const loud = inline.map(mentionOf).filter((mention): mention is Mention => mention !== undefined && !mention.silent);
  const addresses = [...inline, ...tokens]
    .filter(({ type }) => type === 'link_open' || type === 'media_preview')
    .map((token) => String(token.attrGet('href')));
  const attachmentPaths = unique(
    addresses
      .map(uploadPath)
      .filter((path) => path !== undefined)
      .map(decoded),
  );
  return {
    mentionedUserIds: unique(loud.flatMap((mention) => (mention.kind === 'user' ? [mention.id] : []))),
    mentionedGroupIds: unique(loud.flatMap((mention) => (mention.kind === 'group' ? [mention.id] : []))),
    channelWildcard: loud.some(({ kind }) => kind === 'channel-wildcard'),
    topicWildcard: loud.some(({ kind }) => kind === 'topic-wildcard'),
    hasLink: addresses.length > 0,
    hasImage: addresses.some((address) => mediaKind(address) !== undefined),
    hasAttachment: attachmentPaths.length > 0,
    attachmentPaths,
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** An address is percent-encoded; a store's path is not. What cannot be decoded names no upload and is kept as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
