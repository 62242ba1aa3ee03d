import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { testEnvironment } from '@parley/runtime';
import { createClient, type RedisClientType } from 'redis';

/** Claims expire unless they are renewed, so that a killed run does not keep a database forever. */
const CLAIM_SECONDS = 30;
const RENEW_MS = 10_000;
const CLAIM_DEADLINE_MS = 60_000;
const CLAIM_STEP_MS = 100;
/** A key in every database that tests use, so that no other database is ever flushed. */
const MARK = 'parley-tests';

export interface TestRedis {
  /** The environment of a service that uses it. */
  readonly env: { readonly REDIS_URL: string };
  readonly client: RedisClientType;
  close(): Promise<void>;
}

/** An empty Redis database for one test file. Database 0 has the claims; a database with other data is never used. */
export async function testRedis(): Promise<TestRedis> {
  const claims = await connect(0);
  const owner = randomUUID();
  const number = await claim(claims, owner);
  const renewal = setInterval(() => void claims.expire(claimKey(number), CLAIM_SECONDS).catch(() => undefined), RENEW_MS);
  const client = await connect(number);
  return {
    env: { REDIS_URL: urlOf(number) },
    client,
    close: async () => {
      clearInterval(renewal);
      await client.flushDb();
      await client.close();
      await claims.del(claimKey(number));
      await claims.close();
    },
  };
}

async function claim(claims: RedisClientType, owner: string): Promise<number> {
  const { databases } = await claims.configGet('databases');
  const deadline = Date.now() + CLAIM_DEADLINE_MS;
  while (Date.now() < deadline) {
    for (let number = Number(databases) - 1; number > 0; number -= 1) {
      const taken = await claims.set(claimKey(number), owner, { condition: 'NX', expiration: { type: 'EX', value: CLAIM_SECONDS } });
      if (taken === null) continue;
      if (await makeEmpty(number)) return number;
      await claims.del(claimKey(number));
    }
    await delay(CLAIM_STEP_MS);
  }
  throw new Error('no free Redis database for the tests');
}

async function makeEmpty(number: number): Promise<boolean> {
  const client = await connect(number);
  try {
    if ((await client.dbSize()) > 0) {
      if ((await client.exists(MARK)) === 0) return false;
      await client.flushDb();
    }
    await client.set(MARK, '1');
    return true;
  } finally {
    await client.close();
  }
}

async function connect(number: number): Promise<RedisClientType> {
  const client: RedisClientType = createClient({ url: urlOf(number) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function urlOf(number: number): string {
  const url = new URL(testEnvironment().PARLEY_TEST_REDIS_URL);
  url.pathname = `/${number}`;
  return url.href;
}

function claimKey(number: number): string {
  return `parley-test-db:${number}`;
}
