import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it';
import { bareLinks } from './rules/bare-links.js';
import { channelLinks } from './rules/channel-links.js';
import { codeBlocks } from './rules/code-blocks.js';
import { codeSpans } from './rules/code-spans.js';
import { emoji } from './rules/emoji.js';
import { emphasis } from './rules/emphasis.js';
import { emptyQuotes } from './rules/empty-quotes.js';
import { fences } from './rules/fences.js';
import { globalTimes } from './rules/global-times.js';
import { linkifyPatterns } from './rules/linkify-patterns.js';
import { links } from './rules/links.js';
import { lists } from './rules/lists.js';
import { math } from './rules/math.js';
import { mediaPreviews } from './rules/media-previews.js';
import { mentions } from './rules/mentions.js';
import { nestingLimits } from './rules/nesting-limits.js';
import { quotesAreSilent } from './rules/quotes-are-silent.js';
import { tables } from './rules/tables.js';
import { tightLists } from './rules/tight-lists.js';

/** Parts of CommonMark that this dialect excludes: raw HTML, backslash escapes, images, and references defined elsewhere. */
const excluded = ['html_block', 'html_inline', 'escape', 'image', 'autolink', 'reference', 'lheading'];

/**
 * The dialect, in the order of its rules. Blocks are found first, then inline syntax, left to right, so that code is protected
 * from every other rule; then the rules for finished tokens run in the order of this list.
 */
export const parser: Parser = new MarkdownIt({ html: false, breaks: true, linkify: true, typographer: false })
  .disable(excluded)
  // blocks
  .use(nestingLimits)
  .use(fences)
  .use(lists)
  .use(emptyQuotes)
  .use(codeBlocks)
  .use(tables)
  .use(tightLists)
  // inline
  .use(codeSpans)
  .use(emphasis)
  .use(links)
  .use(bareLinks)
  .use(mentions)
  .use(channelLinks)
  .use(globalTimes)
  .use(math)
  // on text tokens, in this order
  .use(linkifyPatterns)
  .use(emoji)
  // on all tokens
  .use(quotesAreSilent)
  .use(mediaPreviews);
