import type { Token } from 'markdown-it';
import { mediaKind, uploadPath } from './media.js';
import { type Mention, mentionOf } from './rules/mentions.js';

/** Facts about the content of a message, derived from its finished tokens. */
export interface RenderedFacts {
  /** Users to be notified, without silent and quoted mentions. Each id once. */
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  channelWildcard: boolean;
  topicWildcard: boolean;
  /** It has a link to an address, bare or named. Channel links and mentions do not count. */
  hasLink: boolean;
  /** It links a picture or video, whether or not previews are enabled. */
  hasImage: boolean;
  hasAttachment: boolean;
  /** The linked uploads by storage path: `1/ab/cat.png`. */
  attachmentPaths: string[];
}

export function readFacts(tokens: readonly Token[]): RenderedFacts {
  const inline = tokens.flatMap(({ children }) => (children ?? []).filter(isTelling));
  const loud = inline.map(mentionOf).filter((mention): mention is Mention => mention !== undefined && !mention.silent);
  const addresses = [...inline, ...tokens.filter(isTelling)]
    .filter(({ type }) => type !== 'mention')
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

function isTelling({ type }: Token): boolean {
  return type === 'mention' || type === 'link_open' || type === 'media_preview';
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** An address is percent-encoded, a storage path is not. A path that cannot be decoded matches no upload, and is returned unchanged. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
