import pg from 'pg';
import { textOfQuery } from './text-of-query.js';

const recorded = new Set<string>();
let isRecording = false;

/** Records each distinct statement that services of this process send from now on. */
export function recordStatements(): void {
  if (isRecording) return;
  isRecording = true;
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply: (query, client: pg.Client, args: readonly unknown[]) => {
      const text = textOfQuery(args[0]);
      if (text !== undefined && isOfService(client)) recorded.add(text);
      return Reflect.apply(query, client, [...args]) as unknown;
    },
  });
}

/** The statements since the last call. */
export function takeRecorded(): string[] {
  const taken = [...recorded];
  recorded.clear();
  return taken;
}

/** A connection of `startTestService`. pg stores its options but does not declare them. Tests of libraries connect with the role of a service too. */
function isOfService(client: pg.Client): boolean {
  const parameters: unknown = Reflect.get(client, 'connectionParameters');
  if (typeof parameters !== 'object' || parameters === null || !('application_name' in parameters))
    throw new Error('pg has no application_name');
  return /^[a-z-]+-test( history)?$/.test(String(parameters.application_name));
}
