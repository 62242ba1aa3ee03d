import type { ColumnRef, Node } from 'libpg-query';

/** The content of a string node: an identifier or the name of an operator. */
export function textOf(node: Node | undefined): string | undefined {
  return node !== undefined && 'String' in node ? node.String.sval : undefined;
}

export function textsOf(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => textOf(node) ?? []);
}

/** `c.id` and `public.c.id` are { of: 'c', column: 'id' }. A star has no column. */
export function partsOf({ fields = [] }: ColumnRef): { readonly of: string | undefined; readonly column: string | undefined } {
  return { of: textOf(fields.at(-2)), column: textOf(fields.at(-1)) };
}

/** The queries inside an expression or a clause, without the queries inside those. */
export function queriesIn(part: unknown): Node[] {
  if (Array.isArray(part)) return part.flatMap(queriesIn);
  if (!isRecord(part)) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === 'subselect' && isNode(value) ? [value] : queriesIn(value)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && 'SelectStmt' in value;
}
