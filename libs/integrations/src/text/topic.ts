import { LIMITS } from '@parley/contracts';
import { cut } from './cut.js';
import { oneLine } from './escape.js';

/** The parts of a name of a topic, without those that are empty. */
export function topic(...parts: readonly (string | null | undefined)[]): string {
  const named = parts.map((part) => oneLine(part ?? '')).filter((part) => part !== '');
  return cut(named.join(' / '), LIMITS.max_topic_length);
}
