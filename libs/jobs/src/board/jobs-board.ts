import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import basicAuth from '@fastify/basic-auth';
import { type FastifyInstance, fastify } from 'fastify';
import type { JobQueues } from '../job-queues.js';
import { ShownQueue } from './shown-queue.js';

export interface Operator {
  readonly user: string;
  readonly password: string;
}

/** Everything is loaded from this process: the fonts that the viewer links elsewhere are blocked. It uses inline styles. */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/**
 * Bull Board for all queues of the installation, below `path`, for the operator's name and password. It is read-only: jobs are retried
 * by command, so that a foreign page that an operator has open cannot change anything.
 */
export class JobsBoard {
  private constructor(private readonly server: FastifyInstance) {}

  static async open(path: string, queues: JobQueues, operator: Operator): Promise<JobsBoard> {
    const server = fastify({ logger: false });
    const pages = new FastifyAdapter().setBasePath(path);
    const board = createBullBoard({
      queues: [],
      serverAdapter: pages,
      options: { uiConfig: { boardTitle: 'Parley jobs', hideDocsLink: true, hideRedisDetails: true, showWorkers: false } },
    });
    const known = new Map<string, ShownQueue>();
    await server.register(basicAuth, { validate: validator(operator), authenticate: { realm: 'Parley jobs' } });
    server.addHook('onRequest', async (_, reply) => {
      reply.headers(HEADERS);
    });
    server.addHook('onRequest', server.basicAuth);
    server.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return reply.code(405).send({ error: 'The board is read-only.' });
      for (const queue of await queues.all()) known.set(queue.name, known.get(queue.name) ?? new ShownQueue(queue));
      board.setQueues([...known.values()]);
    });
    await server.register(pages.registerPlugin(), { prefix: path });
    await server.ready();
    return new JobsBoard(server);
  }

  readonly answer: RequestListener = (request, response) => this.server.routing(request, response);

  async close(): Promise<void> {
    await this.server.close();
  }
}

function validator({ user, password }: Operator) {
  return async (givenUser: string, givenPassword: string) => {
    // Both are compared even if the first differs, so that the duration reveals nothing.
    const matches = [isSame(givenUser, user), isSame(givenPassword, password)];
    if (matches.includes(false)) throw new Error('wrong user or password');
  };
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
