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

/** CommonMark that this dialect does without: raw HTML, backslash escapes, images, and all that is defined in another place. */
const leftOut = ['html_block', 'html_inline', 'escape', 'image', 'autolink', 'reference', 'lheading'];

/**
 * The dialect, in the order in which it acts. Blocks are found first, then what stands in a line, left to right, so that code keeps its
 * text from every other rule; then the rules over finished tokens run in the order of this list.
 */
export const parser: Parser = new MarkdownIt({ html: false, breaks: true, linkify: true, typographer: false })
  .disable(leftOut)
  // blocks
  .use(nestingLimits)
  .use(fences)
  .use(lists)
  .use(emptyQuotes)
  .use(codeBlocks)
  .use(tables)
  .use(tightLists)
  // within a line
  .use(codeSpans)
  .use(emphasis)
  .use(links)
  .use(bareLinks)
  .use(mentions)
  .use(channelLinks)
  .use(globalTimes)
  .use(math)
  // over running text, in this order
  .use(linkifyPatterns)
  .use(emoji)
  // over the whole
  .use(quotesAreSilent)
  .use(mediaPreviews);
