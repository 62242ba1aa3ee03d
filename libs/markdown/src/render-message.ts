import type { Token } from 'markdown-it';
import { parser } from './pipeline.js';
import type { RenderContext } from './render-context.js';
import { type RenderedFacts, readFacts } from './rendered-facts.js';
import { environmentFor, Rendering } from './rendering.js';
import { sanitize } from './sanitize.js';
import { wellFormed } from './well-formed.js';

export interface Rendered extends RenderedFacts {
  /** Safe to display. Clients parse its exact structure. */
  html: string;
  /** `/me waves`: displayed as an action of the sender. */
  isMeMessage: boolean;
}

/**
 * Renders the text of a message. Pure: the same text and context always have the same result. It never throws because of the text,
 * and its time is bounded for texts up to the message limit of 10,000 characters; the caller rejects longer ones.
 */
export function renderMessage(source: string, context: RenderContext): Rendered {
  const { html, tokens } = render(source, context);
  return { html, isMeMessage: isMe(source, tokens), ...readFacts(tokens) };
}

/** Renders the description of a channel, folder or organization: the same dialect without previews. */
export function renderDescription(source: string, context: RenderContext = {}): string {
  return render(source, { ...context, previewMedia: false }).html;
}

function render(source: string, context: RenderContext): { html: string; tokens: Token[] } {
  const environment = environmentFor(new Rendering(context));
  const tokens = parser.parse(wellFormed(source), environment);
  const html = parser.renderer.render(tokens, parser.options, environment);
  return { html: sanitize(html).trimEnd(), tokens };
}

/** Only a text with one paragraph can be a /me message, apart from previews. */
function isMe(source: string, tokens: readonly Token[]): boolean {
  const blocks = tokens.filter(({ level, nesting, type }) => level === 0 && nesting >= 0 && type !== 'media_preview');
  return source.startsWith('/me ') && blocks.length === 1 && blocks[0]?.type === 'paragraph_open';
}
