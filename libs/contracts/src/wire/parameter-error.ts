import type { z } from 'zod';
import type { PARAMETER_ERRORS } from '../errors/error-lists.js';
import { type ApiError, apiErrors } from '../errors.js';

type Issue = z.core.$ZodIssue;

/** Only these, because the documentation lists them for every endpoint with parameters. */
const errors: Pick<typeof apiErrors, (typeof PARAMETER_ERRORS)[number]> = apiErrors;

/** The error of a value that is not of the expected type. */
const OF_TYPE: Readonly<Record<string, (args: { name: string }) => ApiError>> = {
  string: errors.notString,
  int: errors.notInteger,
  boolean: errors.notBoolean,
  array: errors.notList,
  tuple: errors.notList,
  object: errors.notDict,
  record: errors.notDict,
  // Every number of the API is an integer, but Zod's issues for other types say "number".
  number: errors.notInteger,
  date: errors.notDate,
};

/** `subscriptions[0]["name"]`: the name of a nested value in error texts. */
function nameAt(parameter: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}["${String(step)}"]`), parameter);
}

/** The error for an issue of a parameter's value: one of PARAMETER_ERRORS. */
export function parameterError(parameter: string, value: unknown, issue: Issue): ApiError {
  const name = nameAt(parameter, issue.path);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length > 0 && valueAt(value, issue.path) === undefined) return errors.missingValue({ name });
      return (OF_TYPE[issue.expected] ?? errors.notAllowedType)({ name });
    case 'too_small':
      if (issue.origin !== 'string') return errors.valueTooSmall({ name });
      return issue.exact ? errors.wrongLength({ name, length: Number(issue.minimum) }) : errors.blankText({ name });
    case 'too_big':
      if (issue.origin !== 'string') return errors.valueTooLarge({ name });
      return errors.textTooLong({ name, limit: Number(issue.maximum) });
    case 'invalid_value':
      if (issue.values.every(Number.isInteger) && !Number.isInteger(valueAt(value, issue.path))) return errors.notInteger({ name });
      return errors.invalidValue({ name });
    case 'invalid_format':
      return errors.invalidFormat({ name });
    case 'unrecognized_keys':
      return errors.unexpectedArgument({ name, argument: issue.keys[0] ?? '' });
    case 'invalid_union':
      return errors.notAllowedType({ name });
    default:
      return errors.invalidValue({ name });
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner !== null && typeof inner === 'object' ? Reflect.get(inner, step) : undefined), value);
}
