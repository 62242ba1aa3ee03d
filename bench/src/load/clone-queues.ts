import { randomUUID } from 'node:crypto';
import type { RedisClientType } from 'redis';
import type { Person } from '../prepare/places.js';
import type { HeldQueue } from './held-queues.js';

const PREFIX = 'parley:queues:';
const AT_ONCE = 500;

/**
 * Copies a queue for another person, with what their registration would have put into the index of the organization's only lane.
 * They live for three hours, because no client polls them. KEYS: 1 key base. ARGV: 1 queue, then per copy: id, user.
 */
const CLONE = `
local base, from = KEYS[1], ARGV[1]
local stream = redis.call('DUMP', base .. 's:' .. from)
local ttl = 10800000
for i = 2, #ARGV, 2 do
  local Q, U = ARGV[i], ARGV[i + 1]
  redis.call('RESTORE', base .. 's:' .. Q, ttl, stream, 'REPLACE')
  redis.call('COPY', base .. 'q:' .. from, base .. 'q:' .. Q, 'REPLACE')
  local view = redis.call('HGET', base .. 'q:' .. from, 'descriptor')
  view = string.gsub(view, '"queueId":"[^"]*"', '"queueId":"' .. Q .. '"')
  view = string.gsub(view, '"userId":%d+', '"userId":' .. U)
  redis.call('HSET', base .. 'q:' .. Q, 'user', U, 'descriptor', view)
  redis.call('PEXPIRE', base .. 'q:' .. Q, ttl)
  redis.call('SADD', base .. 'qs', Q)
  redis.call('SADD', base .. 'uq:' .. U, Q)
  for _, C in ipairs(redis.call('SMEMBERS', base .. 'uc:' .. U)) do redis.call('SADD', base .. 'cq:' .. C, Q) end
  local R = redis.call('HGET', base .. 'ur', U)
  if R then redis.call('SADD', base .. 'rq:' .. R, Q) end
end
return #ARGV
`;

/** A queue for each person, as copies of a registered one: a hundred thousand registrations would take half an hour. */
export async function cloneQueues(
  redis: RedisClientType,
  organizationId: number,
  { queueId }: Pick<HeldQueue, 'queueId'>,
  people: readonly Person[],
): Promise<void> {
  const [, incarnation = ''] = queueId.split('.');
  for (let first = 0; first < people.length; first += AT_ONCE) {
    const copies = people.slice(first, first + AT_ONCE).flatMap(({ id }) => [newId(incarnation, organizationId, id), String(id)]);
    await redis.eval(CLONE, { keys: [`${PREFIX}{${organizationId}}:`], arguments: [queueId, ...copies] });
  }
}

function newId(incarnation: string, organizationId: number, userId: number): string {
  return `${randomUUID()}.${incarnation}.${organizationId}.${userId}`;
}

/** The least position of the lanes. */
export async function fannedOutSeq(redis: RedisClientType, lanes: readonly (string | number)[]): Promise<number> {
  const seqs = await Promise.all(lanes.map((lane) => redis.hGet(`${PREFIX}{${lane}}:o`, 'seq')));
  return Math.min(...seqs.map(Number));
}

export async function countQueues(redis: RedisClientType, lanes: readonly (string | number)[]): Promise<number> {
  const counts = await Promise.all(lanes.map((lane) => redis.sCard(`${PREFIX}{${lane}}:qs`)));
  return counts.reduce((sum, count) => sum + count, 0);
}
