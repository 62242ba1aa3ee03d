/** What came of one mutant. */
export interface Mutant {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly status: string;
}

export interface Score {
  readonly detected: number;
  readonly undetected: readonly Mutant[];
  /** Per cent, with one decimal, never rounded up to a bound that was not reached. */
  readonly percent: number;
}

const DETECTED = new Set(['Killed', 'Timeout']);
const UNDETECTED = new Set(['Survived', 'NoCoverage']);
const MAX_SHOWN = 60;

/** Mutants that do not compile or that the configuration leaves out count for nothing. */
export function scoreOf(mutants: readonly Mutant[]): Score {
  const detected = mutants.filter(({ status }) => DETECTED.has(status)).length;
  const undetected = mutants
    .filter(isUndetected)
    .sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
  const all = detected + undetected.length;
  return { detected, undetected, percent: all === 0 ? 100 : Math.floor((1_000 * detected) / all) / 10 };
}

function isUndetected({ status }: Mutant): boolean {
  return UNDETECTED.has(status);
}

/** One line: where it is, and what could be changed without a test that fails. */
export function survivorLine({ file, line, column, mutator, original, replacement, status }: Mutant): string {
  const reason = status === 'NoCoverage' ? ' (no test runs it)' : '';
  return `${file}:${line}:${column} ${mutator}: ${shown(original)} -> ${shown(replacement)}${reason}`;
}

function shown(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim();
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}

/** The part of a text between two places, which count lines and columns from 1. */
export function textBetween(text: string, start: Place, end: Place): string {
  const lines = text.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines.map((line, n) => line.slice(n === 0 ? start.column - 1 : 0, n === last ? end.column - 1 : undefined)).join('\n');
}

interface Place {
  readonly line: number;
  readonly column: number;
}
