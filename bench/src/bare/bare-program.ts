// The least that an answer can cost on this machine: bare Fastify that checks Basic credentials -> bare NATS -> one statement with `pg`.
// Two processes like those of Parley: `edge <nats url> <credentials>` and `store <nats url> <database url>`.
import { createHash, timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import { connect } from '@nats-io/transport-node';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { BARE_STATEMENTS, type BareStatement, bareTable, isBareStatement } from './bare-statements.js';

const SUBJECT = 'bench.bare';
const [role = '', natsUrl = '', argument = ''] = process.argv.slice(2);

/** The client library expects credentials apart from the address. */
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
  const answer = async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expectedDigest)) return reply.code(401).send({ result: 'error' });
    const fields = request.method === 'GET' ? request.query : request.body;
    const message = await nats.request(`${SUBJECT}.${request.params.name}`, JSON.stringify(fields), { timeout: 60_000 });
    return reply.type('application/json').send(`{"result":"success","msg":"","rows":${message.string()}}`);
  };
  app.get('/:name', answer);
  app.post('/:name', answer);
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
}

async function store(databaseUrl: string): Promise<void> {
  // The same planner settings as the services. Without them the page reads all messages of the organization.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: '-c jit=off -c random_page_cost=1.1' });
  await pool.query(bareTable);
  const nats = await connect(natsAddress());
  nats.subscribe(`${SUBJECT}.*`, {
    queue: 'bench',
    callback: (_error, message) => {
      const name = message.subject.slice(SUBJECT.length + 1);
      if (isBareStatement(name)) void run(pool, name, message.json()).then((rows) => message.respond(rows));
    },
  });
  await nats.flush();
  process.send?.({ url: '' });
}

async function run(pool: pg.Pool, name: BareStatement, fields: Readonly<Record<string, string>>): Promise<string> {
  const { texts, parameters } = BARE_STATEMENTS[name];
  const values = parameters.map((parameter) => fields[parameter]);
  const results = await Promise.all(texts.map((text, index) => pool.query({ name: `${name} ${index}`, text, values })));
  return JSON.stringify(results.length === 1 ? results[0]?.rows : results.map(({ rows }) => rows));
}

// The bench may have been killed.
process.once('disconnect', () => process.exit());
await (role === 'edge' ? edge(argument) : store(argument));
