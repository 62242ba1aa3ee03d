/**
 * Checks replies of scripts when they enter the process: Redis replies are untyped, and a reply of another shape means that script and
 * caller no longer agree.
 */
export class UnexpectedReply extends Error {
  constructor(wanted: string, reply: unknown) {
    super(`A queue script returned ${typeof reply} instead of ${wanted}.`);
    this.name = 'UnexpectedReply';
  }
}

export function text(reply: unknown): string {
  if (typeof reply !== 'string') throw new UnexpectedReply('text', reply);
  return reply;
}

export function integer(reply: unknown): number {
  const value = typeof reply === 'string' ? Number(reply) : reply;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new UnexpectedReply('an integer', reply);
  return value;
}

export function list(reply: unknown): unknown[] {
  if (!Array.isArray(reply)) throw new UnexpectedReply('a list', reply);
  return reply;
}

export function texts(reply: unknown): string[] {
  return list(reply).map(text);
}

/** A flat list `[a, b, a, b]` as pairs. */
export function pairs(flat: unknown[]): [string, string][] {
  const result: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) result.push([text(flat[i]), text(flat[i + 1])]);
  return result;
}
