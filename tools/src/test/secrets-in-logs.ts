import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Shorter values can be parts of other words. */
const MIN_LENGTH = 12;
/** Credentials of any value. */
const CREDENTIALS = /\bBasic [A-Za-z0-9+/]{16,}={0,2}/i;

/** The API keys and passwords in a suite's directory: its own secrets, and those of the demo users. */
export function secretsOf(directory: string): string[] {
  return ['secrets.json', 'demo.json'].flatMap((name) => {
    const path = join(directory, name);
    return existsSync(path) ? secretValues(JSON.parse(readFileSync(path, 'utf8')), name === 'secrets.json') : [];
  });
}

/** One JSON string per line. */
export function secretWordsIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return [...new Set(lines.map((line) => String(JSON.parse(line))))];
}

/** Lines of the log files in a folder and its subfolders that contain a secret: `messaging-1.log:7`. The secret itself is not printed. */
export function linesWithSecrets(logs: string, secrets: readonly string[]): string[] {
  if (!existsSync(logs)) return [];
  const sought = byBeginning(secrets.filter((secret) => secret.length >= MIN_LENGTH).flatMap((secret) => [secret, asInJson(secret)]));
  return readdirSync(logs, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    return linesIn(path, sought).map((line) => `${relative(logs, path)}:${line}`);
  });
}

/** By their first characters, so that a log is read once regardless of the number of secrets. */
type Secrets = ReadonlyMap<string, ReadonlySet<string>>;

function byBeginning(secrets: readonly string[]): Secrets {
  const found = new Map<string, Set<string>>();
  for (const secret of secrets) {
    const beginning = secret.slice(0, MIN_LENGTH);
    found.set(beginning, (found.get(beginning) ?? new Set()).add(secret));
  }
  return found;
}

function linesIn(path: string, secrets: Secrets): number[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (CREDENTIALS.test(line) || containsAny(line, secrets) ? [index + 1] : []));
}

function containsAny(line: string, secrets: Secrets): boolean {
  for (let at = 0; at + MIN_LENGTH <= line.length; at += 1) {
    for (const secret of secrets.get(line.slice(at, at + MIN_LENGTH)) ?? []) if (line.startsWith(secret, at)) return true;
  }
  return false;
}

/** As part of a JSON line of a log. */
function asInJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

/** `all`: every string in it; otherwise those whose name contains key, password or secret. */
function secretValues(value: unknown, all: boolean, field = ''): string[] {
  if (typeof value === 'string') return all || /key|password|secret/i.test(field) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => secretValues(entry, all, Array.isArray(value) ? field : name));
}
