/** RFC 6570, section 2.1: characters allowed outside of braces. */
const LITERALS = /^(?:%[0-9a-fA-F]{2}|[^\p{Cc}\s"'%<>\\^`{|}])*$/u;
/** Section 2.3: a variable name with an optional modifier. */
const VARIABLE = /^((?:[A-Za-z0-9_]|%[0-9a-fA-F]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9a-fA-F]{2}))*)(?:\*|:[1-9]\d{0,3})?$/;
const OPERATORS = '+#./;?&';

/** The variables of a URL template (RFC 6570), each once, in order. Undefined if it is invalid. */
export function urlTemplateVariables(template: string): readonly string[] | undefined {
  const [first = '', ...rest] = template.split('{');
  if (!LITERALS.test(first)) return undefined;
  const names = new Set<string>();
  for (const part of rest) {
    const [expression = '', literals, ...more] = part.split('}');
    if (literals === undefined || more.length > 0 || !LITERALS.test(literals)) return undefined;
    for (const variable of withoutOperator(expression).split(',')) {
      const [, name] = VARIABLE.exec(variable) ?? [];
      if (name === undefined) return undefined;
      names.add(name);
    }
  }
  return [...names];
}

/**
 * The reason why an organization may not use a URL template. It must begin with a literal http or https: a variable
 * could expand to `javascript:`, and clients would follow the link.
 */
export function urlTemplateFault(template: string): string | undefined {
  if (urlTemplateVariables(template) === undefined) return 'Invalid URL template.';
  return /^https?:\/\/[^/]/i.test(template) ? undefined : 'URL template must begin with http:// or https://.';
}

function withoutOperator(expression: string): string {
  return OPERATORS.includes(expression.charAt(0)) ? expression.slice(1) : expression;
}
