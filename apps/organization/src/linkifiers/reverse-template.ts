/** A part of a reverse template: literal text, or the name of a variable. */
export type ReversePart = { readonly text: string } | { readonly variable: string };

const PIECE = /\{\{|\}\}|\{([A-Za-z_]\w*)\}|[{}]|[^{}]+/g;

/** `{variable}` placeholders; `{{` and `}}` are escaped braces. Undefined if there are other braces. */
export function reverseTemplateParts(template: string): readonly ReversePart[] | undefined {
  const parts: ReversePart[] = [];
  for (const [piece, variable] of template.matchAll(PIECE)) {
    if (variable !== undefined) parts.push({ variable });
    else if (piece === '{' || piece === '}') return undefined;
    else parts.push({ text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece });
  }
  return parts;
}

/** Applies a reverse template to the values. */
export function reversed(parts: readonly ReversePart[], values: Readonly<Record<string, string | null>>): string {
  return parts.map((part) => ('text' in part ? part.text : (values[part.variable] ?? ''))).join('');
}
