import type { MarkdownIt } from 'markdown-it';

/**
 * Addresses in running text: `https://...`, `www.example.com`, `someone@example.com`. Sentence marks behind one are left out and
 * parentheses are kept in pairs. Names like `example.com` or `main.py` are left alone.
 */
export function bareLinks(md: MarkdownIt): void {
  md.linkify
    .set({ fuzzyLink: false, fuzzyEmail: true })
    .add('//', null)
    .add('www.', {
      validate: (text, position, linkify) => {
        const rest = text.slice(position, position + longestAddress);
        return Math.max(0, linkify.testSchemaAt(`//${rest}`, 'http:', 0) - '//'.length);
      },
      normalize: (match) => {
        match.url = `http://${match.url}`;
      },
    });
}

const longestAddress = 2_000;
