import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.js';
import { limits } from '../limits.js';
import { mediaKind } from '../media.js';
import { renderingOf } from '../rendering.js';

/**
 * A link to a picture or video is followed, after its paragraph, by a preview:
 *
 * `<div class="message_inline_image"><a href="/user_uploads/1/ab/cat.png" title="cat"><img src="/user_uploads/1/ab/cat.png"></a></div>`
 *
 * If a paragraph contains only the address, the preview replaces it. Not inside quotes, and once per address and paragraph. The server fetches
 * nothing; clients load the media.
 */
export function mediaPreviews(md: MarkdownIt): void {
  md.core.ruler.push('media_previews', (state) => {
    if (renderingOf(state.env).previewMedia) state.tokens = [...withPreviews(state)];
  });
  md.renderer.rules.media_preview = (tokens, index) => {
    const token = tokens[index];
    return token === undefined ? '' : renderPreview(token);
  };
}

function* withPreviews(state: StateCore): Iterable<Token> {
  let quoteDepth = 0;
  let left: number = limits.previews;
  let previews: Token[] = [];
  let isReplaced = false;
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'paragraph_open') isReplaced = quoteDepth === 0 && left > 0 && isMediaAlone(state.tokens[index + 1]?.children ?? []);
    if (!isReplaced) yield token;
    if (token.type === 'blockquote_open') quoteDepth += 1;
    if (token.type === 'blockquote_close') quoteDepth -= 1;
    if (quoteDepth === 0 && token.type === 'inline' && state.tokens[index - 1]?.type === 'paragraph_open') {
      previews = previewsOf(state, token.children ?? []).slice(0, left);
      left -= previews.length;
    }
    if (token.type === 'paragraph_close') {
      yield* previews;
      previews = [];
      isReplaced = false;
    }
  }
}

function isMediaAlone([open, text, close, ...others]: readonly Token[]): boolean {
  if (open?.type !== 'link_open' || open.info !== 'auto' || close?.type !== 'link_close' || others.length > 0) return false;
  return text?.type === 'text' && mediaKind(String(open.attrGet('href'))) !== undefined;
}

function previewsOf(state: StateCore, tokens: readonly Token[]): Token[] {
  const previews = new Map<string, Token>();
  tokens.forEach((token, index) => {
    const href = token.type === 'link_open' ? String(token.attrGet('href')) : '';
    if (href === '' || previews.has(href) || mediaKind(href) === undefined) return;
    const preview = new state.Token('media_preview', 'div', 0);
    preview.block = true;
    preview.attrSet('href', href);
    const shown = tokens[index + 1];
    if (token.info !== 'auto' && shown?.type === 'text') preview.attrSet('title', shown.content);
    previews.set(href, preview);
  });
  return [...previews.values()];
}

function renderPreview(token: Token): string {
  const href = String(token.attrGet('href'));
  const address = escapeHtml(href);
  const title = token.attrGet('title');
  const link = `<a href="${address}"${title === null ? '' : ` title="${escapeHtml(String(title))}"`}>`;
  return mediaKind(href) === 'video'
    ? `<div class="message_inline_image message_inline_video">${link}<video preload="metadata" src="${address}"></video></a></div>\n`
    : `<div class="message_inline_image">${link}<img src="${address}"></a></div>\n`;
}
