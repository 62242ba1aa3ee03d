import sanitizeHtml from 'sanitize-html';

const UNICODE_EMOJI = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
/** What a notification shows. */
const MAX_CHARACTERS = 200;

/** The rendered content of a message as plain text, without what spoilers hide. */
export function pushText(rendered: string): string {
  const text = sanitizeHtml(rendered, {
    allowedTags: [],
    allowedAttributes: {},
    exclusiveFilter: ({ tag, attribs: { class: names = '' } }) =>
      (tag === 'span' && /\bkatex-html\b/.test(names)) || (tag === 'div' && /\bspoiler-content\b/.test(names)) || tag === 'mrow',
    transformTags: {
      img: (_, { alt = '' }) => ({ tagName: 'span', attribs: {}, text: alt }),
      span: (tagName, attribs) => {
        const code = UNICODE_EMOJI.exec(attribs.class ?? '')?.[1];
        return code === undefined ? { tagName, attribs } : { tagName, attribs, text: charactersOf(code) };
      },
    },
  });
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity).trim();
}

/** The part that a notification shows. */
export function shortened(text: string): { readonly content: string; readonly isTruncated: boolean } {
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return { content: text, isTruncated: false };
  return { content: `${characters.slice(0, MAX_CHARACTERS).join('')}…`, isTruncated: true };
}

function charactersOf(code: string): string {
  return code
    .split('-')
    .map((point) => String.fromCodePoint(Number.parseInt(point, 16)))
    .join('');
}
