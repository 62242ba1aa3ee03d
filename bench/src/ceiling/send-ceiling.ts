// The minimum cost of a send on this machine: bare Fastify with the same Basic check -> bare NATS -> one SQL statement with `pg`.
// Two processes like the suite's path: this file is started with `edge` and with `store`.
import { createHash, timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import { connect } from '@nats-io/transport-node';
import Fastify from 'fastify';
import pg from 'pg';

const SUBJECT = 'bench.ceiling.send';
const [role = '', natsUrl = '', argument = ''] = process.argv.slice(2);

/** The client library expects credentials separate from the address. */
function natsAddress() {
  const { host, username, password } = new URL(natsUrl);
  return username === '' ? { servers: host } : { servers: host, user: username, pass: password };
}

async function edge(expected: string): Promise<void> {
  const nats = await connect(natsAddress());
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expectedDigest = digest(expected);
  const app = Fastify();
  await app.register(formbody);
  app.post('/send', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expectedDigest)) return reply.code(401).send({ result: 'error' });
    const answer = await nats.request(SUBJECT, JSON.stringify(request.body), { timeout: 5_000 });
    return { result: 'success', msg: '', ...answer.json<{ id: number }>() };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ url });
}

async function store(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bench_ceiling (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content text, at timestamptz DEFAULT now())',
  );
  const nats = await connect(natsAddress());
  nats.subscribe(SUBJECT, {
    queue: 'bench',
    callback: (_error, message) => {
      const { content } = message.json<{ content: string }>();
      void pool
        .query({ name: 'insert', text: 'INSERT INTO bench_ceiling (content) VALUES ($1) RETURNING id', values: [content] })
        .then((result: pg.QueryResult<{ id: string }>) => message.respond(JSON.stringify({ id: Number(result.rows[0]?.id) })));
    },
  });
  await nats.flush();
  process.send?.({ url: '' });
}

await (role === 'edge' ? edge(argument) : store(argument));
