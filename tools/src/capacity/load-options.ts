import { ClearError } from '../terminal/clear-error.js';
import type { Load } from './plan.js';

type Given = Readonly<Record<string, string | undefined>>;

const SECONDS_PER_HOUR = 3_600;

/** @throws ClearError that names the option and what it takes */
export function loadOf(given: Given): Load {
  const online = number(given, 'online');
  return {
    organizations: number(given, 'organizations'),
    online,
    sendsPerSecond: number(given, 'sends-per-second', undefined, { isWhole: false }),
    recipients: number(given, 'recipients', 10),
    // Each person once an hour: a new tab, a phone that wakes up.
    registrationsPerSecond: number(given, 'registrations-per-second', online / SECONDS_PER_HOUR, { isWhole: false }),
    postgresCores: number(given, 'postgres-cores', 16),
    natsCores: number(given, 'nats-cores', 4),
    use: share(given),
  };
}

function number(given: Given, name: string, otherwise?: number, { isWhole = true } = {}): number {
  const text = given[name];
  if (text === undefined) {
    if (otherwise !== undefined) return otherwise;
    throw new ClearError(`--${name} is missing: npm run capacity -- --help shows the options.`);
  }
  const value = Number(text);
  const isNumber = isWhole ? /^\d+$/.test(text) : /^\d+(\.\d+)?$/.test(text);
  if (isNumber && value > 0 && value <= 1e12) return value;
  throw new ClearError(`--${name} ${text}: it takes a ${isWhole ? 'whole ' : ''}number above 0, without separators.`);
}

/** In per cent. */
function share(given: Given): number {
  const percent = number(given, 'use', 50);
  if (percent > 100) throw new ClearError(`--use ${percent}: it takes a number of per cent, from 1 to 100.`);
  return percent / 100;
}
