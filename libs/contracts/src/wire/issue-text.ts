import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  tuple: 'a list',
  object: 'a dict',
  record: 'a dict',
  // Every number of the API is an integer, but Zod's issues for other types say "number".
  number: 'an integer',
  date: 'a date',
};

/** `subscriptions[0]["name"]`: the name of a nested value in error texts. */
function pathText(name: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}["${String(step)}"]`), name);
}

/** The error text for the first issue of a value. */
export function issueText(name: string, value: unknown, issue: Issue): string {
  const at = pathText(name, issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length > 0 && valueAt(value, issue.path) === undefined) return `${at} field is missing`;
      return `${at} is not ${TYPE_NAMES[issue.expected] ?? 'an allowed_type'}`;
    case 'too_small':
      if (issue.origin === 'string') return issue.exact ? `${at} is not length ${issue.minimum}` : `${at} cannot be blank`;
      return `${at} is too small`;
    case 'too_big':
      if (issue.origin === 'string') return `${at} is too long (limit: ${issue.maximum} characters)`;
      return `${at} is too large`;
    case 'invalid_value':
      if (issue.values.every(Number.isInteger) && !Number.isInteger(valueAt(value, issue.path))) return `${at} is not an integer`;
      return `Invalid ${at}`;
    case 'invalid_format':
      return `${at} has invalid format`;
    case 'unrecognized_keys':
      return `Argument "${issue.keys[0] ?? ''}" at ${at} is unexpected`;
    case 'invalid_union':
      return `${at} is not an allowed_type`;
    case 'custom':
      return `Invalid ${at}: ${issue.message}`;
    default:
      return `Invalid ${at}`;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner !== null && typeof inner === 'object' ? Reflect.get(inner, step) : undefined), value);
}
