import type { z } from 'zod';

export type ParsedReply<O> = { readonly value: O } | { readonly fault: string };

/** The value of a reply, or what is wrong with it. A fault names the path and the kind of the first difference, never the content. */
export function parseReply<O>(declared: z.ZodType<O>, text: string): ParsedReply<O> {
  const json = jsonIn(text);
  if (json === undefined) return { fault: 'it is not JSON' };
  const parsed = declared.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { fault: `${pathOf(issue?.path ?? [])} (${issue?.code ?? 'invalid'})` };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keys of records can be what users wrote, so only plain names are shown. */
function pathOf(path: readonly PropertyKey[]): string {
  const shown = path.map((key) => (typeof key === 'number' || /^[a-z_]\w*$/i.test(String(key)) ? String(key) : '*'));
  return shown.length === 0 ? 'the whole reply' : shown.join('.');
}
