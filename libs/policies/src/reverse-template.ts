/** A piece of a reverse template (spec 4.13): text as it is, or the value of a variable. */
export type ReversePart = { readonly text: string } | { readonly variable: string };

const PIECE = /\{\{|\}\}|\{([A-Za-z_]\w*)\}|[{}]|[^{}]+/g;

/** `{variable}` placeholders; `{{` and `}}` stand for braces. Undefined: braces that are neither. */
export function reverseTemplateParts(template: string): readonly ReversePart[] | undefined {
  const parts: ReversePart[] = [];
  for (const [piece, variable] of template.matchAll(PIECE)) {
    if (variable !== undefined) parts.push({ variable });
    else if (piece === '{' || piece === '}') return undefined;
    else parts.push({ text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece });
  }
  return parts;
}

/** The text that a reverse template makes of the values. */
export function reversed(parts: readonly ReversePart[], values: Readonly<Record<string, string | null>>): string {
  return parts.map((part) => ('text' in part ? part.text : (values[part.variable] ?? ''))).join('');
}
