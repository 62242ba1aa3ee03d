import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter values stand in other words. */
const SHORTEST = 12;
/** Whatever its value is: what a client proves itself with. */
const CREDENTIALS = /\bBasic [A-Za-z0-9+/]{16,}={0,2}/i;

/** The keys and passwords that a suite's directory knows of: its own secrets, and those of the people of the demo. */
export function secretsOf(directory: string): string[] {
  return ['secrets.json', 'demo.json'].flatMap((name) => {
    const path = join(directory, name);
    return existsSync(path) ? secretValues(JSON.parse(readFileSync(path, 'utf8')), name === 'secrets.json') : [];
  });
}

/** One JSON string a line. */
export function secretWordsIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return [...new Set(lines.map((line) => String(JSON.parse(line))))];
}

/** Lines of the log files in a folder that hold a secret: `messaging-1.log:7`. The secret itself is not told. */
export function linesWithSecrets(logs: string, secrets: readonly string[]): string[] {
  if (!existsSync(logs)) return [];
  const sought = secrets.filter((secret) => secret.length >= SHORTEST).flatMap((secret) => [...new Set([secret, asInJson(secret)])]);
  return readdirSync(logs).flatMap((name) => linesIn(join(logs, name), sought).map((line) => `${name}:${line}`));
}

function linesIn(path: string, secrets: readonly string[]): number[] {
  const text = readFileSync(path, 'utf8');
  const present = secrets.filter((secret) => text.includes(secret));
  if (present.length === 0 && !CREDENTIALS.test(text)) return [];
  return text
    .split('\n')
    .flatMap((line, place) => (CREDENTIALS.test(line) || present.some((secret) => line.includes(secret)) ? [place + 1] : []));
}

/** Inside a JSON line of a log. */
function asInJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

/** `all`: every string in it; else those that are called a key or a password. */
function secretValues(value: unknown, all: boolean, field = ''): string[] {
  if (typeof value === 'string') return all || /key|password|secret/i.test(field) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => secretValues(entry, all, Array.isArray(value) ? field : name));
}
