import { MAX_AUDIT_ENTRIES } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';

export const LIMIT_HELP = `at most so many entries, up to ${MAX_AUDIT_ENTRIES}`;

/** Seconds since the epoch. @throws CommandError if the text is not a time. */
export function parseTime(text: string): number {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) throw new CommandError(`"${text}" is not a time: write 2026-11-23 or 2026-11-23T08:00:00Z.`);
  return Math.floor(milliseconds / 1000);
}

/** @throws CommandError if the text is not a number of entries. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_AUDIT_ENTRIES)
    throw new CommandError(`"${text}" is not a number of entries: 1 to ${MAX_AUDIT_ENTRIES}.`);
  return limit;
}
