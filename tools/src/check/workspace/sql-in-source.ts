import type { SourceFile } from './source-file.js';
import { on } from './walk-syntax.js';

export interface SqlText {
  readonly text: string;
  /** Offset of the text in the file, for the line of a finding. */
  readonly start: number;
  readonly end: number;
}

/** Replaces `${...}` of the source in the text. */
const PLACEHOLDER = '?table?';

/** Every string and template of a file. Most are not SQL: callers search for statements in them. */
export function textsIn(source: SourceFile): SqlText[] {
  const texts: SqlText[] = [];
  source.visit(
    on('TemplateLiteral', (node) => {
      texts.push({ text: node.quasis.map((part) => part.value.raw).join(PLACEHOLDER), start: node.start, end: node.end });
    }),
    on('Literal', (node) => {
      if (typeof node.value === 'string') texts.push({ text: node.value, start: node.start, end: node.end });
    }),
  );
  return texts;
}

export interface SqlWrite {
  /** Undefined if the statement takes its table from a variable. */
  readonly table: string | undefined;
  /** Offset of the statement within the text. */
  readonly offset: number;
}

const WRITE =
  /\b(?:INSERT\s+INTO|UPDATE(?:\s+ONLY)?|DELETE\s+FROM(?:\s+ONLY)?|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+(?:"?public"?\.)?("?[a-z_][a-z0-9_]*"?|\?table\?)/g;

/** The writes in a text. Keywords must be upper case, which excludes English sentences. */
export function sqlWrites(text: string): SqlWrite[] {
  return [...text.matchAll(WRITE)].map((match) => {
    const target = match[1] ?? '';
    return { table: target === PLACEHOLDER ? undefined : target.replaceAll('"', ''), offset: match.index };
  });
}

/** The known tables that a text reads or writes. */
export function tablesNamed(text: string, known: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?"?([a-z_][a-z0-9_]*)"?/g)].map(
    (match) => match[1] ?? '',
  );
  return names.filter((name) => known.has(name));
}
