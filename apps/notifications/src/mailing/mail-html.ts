import { escapeHtml } from '@parley/runtime';
import sanitizeHtml from 'sanitize-html';

const MATH_TAGS = ['math', 'semantics', 'mrow', 'annotation'];
const UNICODE_EMOJI = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/;

const quoteStyle = 'margin:0 0 8px;padding-left:12px;border-left:3px solid #d1d5db;color:#4b5563';
const codeStyle = 'background:#f3f4f6;border-radius:3px;padding:0 3px';
const preStyle = 'background:#f3f4f6;border-radius:6px;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere';

/** Texts that depend on the language, and where relative links lead. */
export interface MailHtmlOptions {
  readonly url: string;
  readonly spoiler: string;
}

/**
 * Rendered content of a message for a mail: it loads nothing, links are absolute, hidden parts of spoilers stay hidden, emoji are characters, and
 * formulas are their sources. The input was made safe when it was rendered; what is not listed here is removed all the same.
 */
export function mailHtml(rendered: string, { url, spoiler }: MailHtmlOptions): string {
  const absolute = (href = '') => (href.startsWith('/') ? `${url}${href}` : href);
  const prepared = sanitizeHtml(rendered, {
    allowedTags: [...TAGS, ...MATH_TAGS, 'div'],
    // The filter below needs the classes. The second pass removes them.
    allowedAttributes: { ...ATTRIBUTES, '*': ['class'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    exclusiveFilter: ({ tag, attribs: { class: names = '' } }) =>
      tag === 'mrow' || (tag === 'span' && /\bkatex-html\b/.test(names)) || (tag === 'div' && /\bspoiler-content\b/.test(names)),
    transformTags: {
      a: (_, { href = '' }) => ({ tagName: 'a', attribs: { href: absolute(href), style: 'color:#1d4ed8' } }),
      blockquote: () => ({ tagName: 'blockquote', attribs: { style: quoteStyle } }),
      code: () => ({ tagName: 'code', attribs: { style: codeStyle } }),
      pre: () => ({ tagName: 'pre', attribs: { style: preStyle } }),
      img: (_, { alt = '', src = '' }) => ({ tagName: 'span', attribs: {}, text: alt === '' ? (src.split('/').at(-1) ?? '') : alt }),
      video: (_, { src = '' }) => ({ tagName: 'span', attribs: {}, text: src.split('/').at(-1) ?? '' }),
      span: (_, attribs) => {
        const [, code] = UNICODE_EMOJI.exec(attribs.class ?? '') ?? [];
        const text = code
          ?.split('-')
          .map((point) => String.fromCodePoint(Number.parseInt(point, 16)))
          .join('');
        return text === undefined ? { tagName: 'span', attribs } : { tagName: 'span', attribs: {}, text };
      },
    },
  });
  const isSpoiler = /\bspoiler-content\b/.test(rendered);
  // Unwraps what only the first pass needed.
  const html = sanitizeHtml(prepared, { allowedTags: TAGS, allowedAttributes: ATTRIBUTES, allowedSchemes: ['http', 'https', 'mailto'] });
  return isSpoiler ? `${html}<p><em>${escapeHtml(spoiler)}</em></p>` : html;
}

const ATTRIBUTES = { a: ['href', 'style'], blockquote: ['style'], code: ['style'], pre: ['style'], ol: ['start'] };
const TAGS = [
  ...'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td'.split(' '),
  ...'em strong del code pre a span'.split(' '),
];

const SPOILER = /^(`{3,}|~{3,})[ \t]*spoiler[ \t]*(.*)\n[\s\S]*?(?:\n\1|$(?![\s\S]))/gim;

/** The source of a message for the text part of a mail, without the hidden parts of spoilers. */
export function mailText(content: string, { spoiler }: MailHtmlOptions): string {
  return content.replace(SPOILER, (_, __, header: string) => [header, spoiler].filter((line) => line !== '').join('\n'));
}
