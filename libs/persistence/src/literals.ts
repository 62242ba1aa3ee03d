import pg from 'pg';
import type { Prisma } from './generated/client.js';

/**
 * A value as a literal of SQL without a type, which PostgreSQL reads as it reads the value of a parameter. For statements in the simple query
 * protocol, which takes several statements in one round trip, but no parameters.
 */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = textOf(value);
  // It would end the message of the protocol.
  if (text.includes('\0')) throw new Error('a value of a statement contains a null character');
  return pg.escapeLiteral(text);
}

/** The statement with its values in the text. */
export function withLiterals({ strings, values }: Prisma.Sql): string {
  return strings.reduce((text, string, index) => `${text}${literal(values[index - 1])}${string}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  throw new Error('a value of a statement has a type that is not supported');
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return textOf(value);
  return `"${textOf(value).replaceAll(/[\\"]/g, '\\$&')}"`;
}
