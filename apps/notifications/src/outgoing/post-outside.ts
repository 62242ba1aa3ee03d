import type { IncomingMessage } from 'node:http';
import { askOutside, bodyOf, type Network, OutsideError, type OutsideFailure } from '@parley/runtime';
import type { ProgramRequest } from './requests.js';

/** For the whole call, from the look-up of the address to the last byte. */
const TIMEOUT_MS = 10_000;
/** More than the longest message, in any encoding. */
const MAX_ANSWER_BYTES = 128 * 1024;
/** Another attempt can succeed. */
const TEMPORARY: ReadonlySet<OutsideFailure> = new Set(['timeout', 'connection']);

export type Outcome =
  | { readonly kind: 'answered'; readonly body: string }
  /** `reason`: a sentence for the owner of the bot. `isTemporary`: another attempt can succeed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isTemporary: boolean };

interface Rules {
  readonly allowed: readonly Network[];
  readonly timeoutMs?: number;
}

/** Posts to the program behind a bot, at an address that people chose. */
export async function postOutside(
  address: string,
  { headers, body }: ProgramRequest,
  { allowed, timeoutMs = TIMEOUT_MS }: Rules,
): Promise<Outcome> {
  const more = { 'content-length': Buffer.byteLength(body), 'user-agent': 'Parley', accept: 'application/json' };
  try {
    return await askOutside(address, { method: 'POST', headers: { ...headers, ...more }, body }, { allowed, timeoutMs }, answerOf);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return failed(error.message, TEMPORARY.has(error.failure));
  }
}

async function answerOf(answer: IncomingMessage): Promise<Outcome> {
  const { statusCode: status = 0 } = answer;
  if (status < 200 || status >= 300) {
    answer.destroy();
    return failed(`It answered with the status ${status}.`, status >= 500 || status === 429);
  }
  return { kind: 'answered', body: (await bodyOf(answer, MAX_ANSWER_BYTES)).toString() };
}

function failed(reason: string, isTemporary: boolean): Outcome {
  return { kind: 'failed', reason, isTemporary };
}
