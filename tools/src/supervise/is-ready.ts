import { connect } from 'node:net';
import pg from 'pg';
import { serversIn } from '../terminal/require-url.js';

const deadlineMs = 1_500;

/**
 * Whether a server is ready. The protocol of the URL decides how it is checked: `http:` must respond with 200, `postgres:` to a query, `redis:` to
 * a PING, `nats:` with a greeting. Never rejects: a server that is starting, stopping or too slow is not ready.
 */
export async function isReady(url: string): Promise<boolean> {
  const { protocol, hostname, port, password, username } = new URL(serversIn(url)[0] ?? url);
  if (protocol === 'http:' || protocol === 'https:') return answersHttp(url);
  if (protocol === 'postgres:' || protocol === 'postgresql:') return answersQuery(url);
  if (protocol === 'redis:' || protocol === 'rediss:') {
    const credentials = [username, password].filter(Boolean).map(decodeURIComponent).join(' ');
    // While it loads its file it answers PING with -LOADING.
    return converse(hostname, Number(port || 6379), `${credentials ? `AUTH ${credentials}\r\n` : ''}PING\r\n`, (answer) =>
      answer.includes('+PONG'),
    );
  }
  return converse(hostname, Number(port || 4222), '', (answer) => answer.startsWith('INFO '));
}

async function answersHttp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs), headers: { connection: 'close' } });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function answersQuery(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: deadlineMs, query_timeout: deadlineMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // PgBouncer answers for itself at the database of its name.
    await client.query(new URL(url).pathname === '/pgbouncer' ? 'SHOW VERSION' : 'SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function converse(host: string, port: number, say: string, satisfies: (answer: string) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const finish = (result: boolean): void => {
      socket.destroy();
      resolve(result);
    };
    let answer = '';
    socket.setTimeout(deadlineMs, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => finish(false));
    socket.once('connect', () => say !== '' && socket.write(say));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (satisfies(answer)) finish(true);
    });
  });
}
