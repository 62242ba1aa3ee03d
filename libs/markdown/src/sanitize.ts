import sanitizeHtml from 'sanitize-html';

/**
 * The last check of all output: an allow-list of tags, attributes and their values. The rules escape everything they write,
 * so this changes nothing unless a rule or the parser has a bug. Then it keeps scripts out of clients.
 */
export function sanitize(html: string): string {
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
