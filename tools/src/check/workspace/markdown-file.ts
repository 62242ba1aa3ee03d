import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';

type Root = ReturnType<typeof fromMarkdown>;
type MarkdownNode = Root | Root['children'][number];

export interface Place {
  readonly text: string;
  readonly line: number;
}

export interface MarkdownFile {
  /** Targets of links and images as written. */
  readonly links: readonly Place[];
  /** Code spans and blocks. */
  readonly code: readonly Place[];
  /** Valid targets of `#...`. */
  readonly anchors: ReadonlySet<string>;
}

export function readMarkdown(text: string): MarkdownFile {
  const links: Place[] = [];
  const code: Place[] = [];
  const anchors = new Set<string>();
  const slugger = new GithubSlugger();
  const walk = (node: MarkdownNode): void => {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') links.push({ text: node.url, line });
    if (node.type === 'code' || node.type === 'inlineCode') code.push({ text: node.value, line });
    if (node.type === 'heading') anchors.add(slugger.slug(plainText(node)));
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(fromMarkdown(text));
  return { links, code, anchors };
}

function plainText(node: MarkdownNode): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(plainText).join('') : '';
}
