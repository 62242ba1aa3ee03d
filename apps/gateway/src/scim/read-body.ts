import { apiErrors, isDeeperThan } from '@parley/contracts';

/** More than any resource has. Deeper values would exhaust the stack of what writes them. */
const MAX_DEPTH = 10;

/** The JSON of a request. Undefined: it has no body. @throws malformedJson, also for JSON that is nested deeper than any resource */
export function readBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  const value = parsed(text);
  if (isDeeperThan(MAX_DEPTH, value)) throw apiErrors.malformedJson();
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw apiErrors.malformedJson();
  }
}
