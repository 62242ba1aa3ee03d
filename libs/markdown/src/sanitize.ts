import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';

/**
 * The last check of all output: an allow-list of tags, attributes and their values. The rules escape everything they write,
 * so this changes nothing unless a rule or the parser has a bug. Then it keeps scripts out of clients.
 */
export function sanitize(html: string): string {
  return sanitizeByTags(html, html.length > SHORT ? MAX_CHECKS : MAX_CHECKS_OF_SHORT) ?? sanitizeWhole(html);
}

const SHORT = 8_000;
/** Checks of tags that are not in `KEPT`. With more, the full check is as fast: for a short text one check of a tag costs as much. */
const MAX_CHECKS = 60;
const MAX_CHECKS_OF_SHORT = 1;
/**
 * Tags that the full check does not change inside the same outer tag. Most messages have no others. The full check of `<p>hello</p>` builds
 * objects of 34 KB, a sixth of everything that a send needs.
 */
const KEPT = new LRUCache<string, true>({ max: 1_000 });
const MAX_KEPT_LENGTH = 200;
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g;
/** Text that the full check would write differently, or that is no text. */
const UNUSUAL_TEXT = /[<>]|&(?!(?:amp|lt|gt|quot);)/;
const VOID_TAGS = new Set(['br', 'hr', 'img']);
/** Their content is parsed by other rules. */
const FOREIGN_TAGS = new Set(['math', 'svg']);

/**
 * A faster check for texts that consist of usual tags: it checks each different tag once. It accepts a tag if the full check
 * does not change it inside the same outer tag. It returns undefined unless the text consists only of such tags, balanced, of text and of usual entities.
 */
export function sanitizeByTags(html: string, maxChecks = MAX_CHECKS): string | undefined {
  const open: string[] = [];
  /** Of this text. Some are too long for `KEPT`. */
  const checked = new Set<string>();
  let result = '';
  let position = 0;
  TAG.lastIndex = 0;
  for (let found = TAG.exec(html); found !== null; found = TAG.exec(html)) {
    const [tag, slash, name = '', attributes] = found;
    const text = html.slice(position, found.index);
    if (UNUSUAL_TEXT.test(text)) return undefined;
    if (slash === '/') {
      if (attributes !== '' || open.pop() !== name) return undefined;
    } else {
      const outer = open.at(-1);
      const place = outer === undefined ? tag : `<${outer}>${tag}`;
      if (KEPT.get(place) === undefined && !checked.has(place)) {
        if (checked.size === maxChecks || FOREIGN_TAGS.has(name) || !isKept(place, name, outer)) return undefined;
        if (place.length <= MAX_KEPT_LENGTH) KEPT.set(place, true);
        checked.add(place);
      }
      if (!VOID_TAGS.has(name)) open.push(name);
    }
    result += text.replaceAll('&quot;', '"') + tag;
    position = TAG.lastIndex;
  }
  const rest = html.slice(position);
  return open.length > 0 || UNUSUAL_TEXT.test(rest) ? undefined : result + rest.replaceAll('&quot;', '"');
}

function isKept(place: string, name: string, outer: string | undefined): boolean {
  const whole = place + (VOID_TAGS.has(name) ? '' : `</${name}>`) + (outer === undefined ? '' : `</${outer}>`);
  return sanitizeWhole(whole) === whole;
}

export function sanitizeWhole(html: string): string {
  // sanitize-html closes void elements in XML style. Text contains no bare `>`, so this replaces only tags.
  return sanitizeHtml(html, options).replaceAll(' />', '>');
}

/** The many classes of KaTeX and code highlighting consist of these characters only. None is chosen by the author of a message. */
const plainClass = /^[A-Za-z][\w-]*$/;

const alignment = /^text-align: (?:left|center|right);$/;

/** Lengths and colors in the boxes of KaTeX. Lengths have at most three digits, so that nothing is displayed far from its formula. */
const katexStyle =
  /^(?:(?:height|width|min-width|top|bottom|left|right|position|vertical-align|margin(?:-\w+)?|padding(?:-\w+)?|border(?:-\w+)*|color|background-color|font-size|text-shadow):(?:(?<![\w.#])-?\d{1,3}(?:\.\d+)?(?![\d.])|#[0-9a-fA-F]+|[., %a-zA-Z]|-(?!\d))+;)*$/;

const mathTags =
  'math semantics annotation mrow mi mo mn ms mtext mspace mfrac msqrt mroot msup msub msubsup munder mover munderover mtable mtr mtd mlabeledtr mstyle mpadded mphantom menclose merror';

const svgTags = 'svg path line';

export const allowedTags = [
  ...'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td'.split(' '),
  ...'em strong del code pre a span div img video time'.split(' '),
  ...mathTags.split(' '),
  ...svgTags.split(' '),
];

export const allowedAttributes: Record<string, string[]> = {
  a: ['href', 'title', 'class', 'data-stream-id'],
  ol: ['start'],
  span: ['class', 'style', 'aria-label', 'aria-hidden', 'role', 'title', 'data-user-id', 'data-user-group-id'],
  div: ['class', 'aria-hidden', 'data-code-language'],
  img: ['src', 'alt', 'class', 'title'],
  video: ['src', 'preload'],
  time: ['datetime'],
  th: ['style'],
  td: ['style'],
  annotation: ['encoding'],
  svg: ['xmlns', 'width', 'height', 'viewBox', 'preserveAspectRatio', 'style'],
  path: ['d'],
  line: ['x1', 'y1', 'x2', 'y2', 'stroke-width'],
  ...Object.fromEntries(
    mathTags
      .split(' ')
      .filter((tag) => tag !== 'annotation')
      .map((tag) => [tag, mathAttributes(tag)]),
  ),
};

function mathAttributes(tag: string): string[] {
  const layout = [
    'mathvariant',
    'mathcolor',
    'mathsize',
    'mathbackground',
    'displaystyle',
    'scriptlevel',
    'stretchy',
    'fence',
    'separator',
  ];
  const boxes = ['lspace', 'rspace', 'width', 'height', 'depth', 'voffset', 'minsize', 'maxsize', 'movablelimits', 'accent', 'accentunder'];
  const grids = ['columnalign', 'columnspacing', 'columnlines', 'rowspacing', 'rowlines', 'linethickness', 'notation', 'symmetric', 'side'];
  return [...layout, ...boxes, ...grids, ...(tag === 'math' ? ['xmlns', 'display'] : [])];
}

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes,
  allowedClasses: {
    a: ['stream', 'stream-topic', 'message-link'],
    div: ['codehilite', 'spoiler-block', 'spoiler-header', 'spoiler-content', 'message_inline_image', 'message_inline_video'],
    img: ['emoji'],
    span: [plainClass],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'ftp', 'tel', 'sms', 'news', 'xmpp', 'irc', 'ircs'],
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: true,
  disallowedTagsMode: 'discard',
  // Styles are checked below, with one pattern each: parsing the CSS of every KaTeX box would cost more than everything else.
  parseStyleAttributes: false,
  transformTags: { span: withStyle(katexStyle), svg: withStyle(katexStyle), th: withStyle(alignment), td: withStyle(alignment) },
  // Attributes of SVG and MathML are case-sensitive.
  parser: { lowerCaseAttributeNames: false },
};

function withStyle(known: RegExp): sanitizeHtml.Transformer {
  return (tagName, attribs) => {
    const { style, ...rest } = attribs;
    return { tagName, attribs: style === undefined || known.test(style) ? attribs : rest };
  };
}
