import { randomUUID } from 'node:crypto';
import type { RedisClientType } from 'redis';
import type { Person } from '../prepare/places.js';
import type { HeldQueue } from './held-queues.js';

const PREFIX = 'parley:queues:';
const AT_ONCE = 500;

/** KEYS: the key bases of all lanes of the organization. A lane knows its people. */
const LANE_OF = `
local function laneOf(U)
  for _, base in ipairs(KEYS) do
    if redis.call('SISMEMBER', base .. 'us', U) == 1 then return base end
  end
  error('no lane has the user ' .. U)
end
`;

/**
 * Copies a queue for other people, each in their lane, with what their registration would have put into its index.
 * They live for three hours, because no client polls them. ARGV: 1 queue, then per copy: id, user.
 */
const CLONE = `${LANE_OF}
local from = ARGV[1]
local source
for _, base in ipairs(KEYS) do
  if redis.call('EXISTS', base .. 's:' .. from) == 1 then source = base end
end
local stream, fields = redis.call('DUMP', source .. 's:' .. from), redis.call('DUMP', source .. 'q:' .. from)
local descriptor = redis.call('HGET', source .. 'q:' .. from, 'descriptor')
local ttl = 10800000
for i = 2, #ARGV, 2 do
  local Q, U = ARGV[i], ARGV[i + 1]
  local base = laneOf(U)
  redis.call('RESTORE', base .. 's:' .. Q, ttl, stream, 'REPLACE')
  redis.call('RESTORE', base .. 'q:' .. Q, ttl, fields, 'REPLACE')
  local view = string.gsub(descriptor, '"queueId":"[^"]*"', '"queueId":"' .. Q .. '"')
  view = string.gsub(view, '"userId":%d+', '"userId":' .. U)
  redis.call('HSET', base .. 'q:' .. Q, 'user', U, 'descriptor', view)
  redis.call('SADD', base .. 'qs', Q)
  redis.call('SADD', base .. 'uq:' .. U, Q)
  for _, C in ipairs(redis.call('SMEMBERS', base .. 'uc:' .. U)) do redis.call('SADD', base .. 'cq:' .. C, Q) end
  local R = redis.call('HGET', base .. 'ur', U)
  if R then redis.call('SADD', base .. 'rq:' .. R, Q) end
end
return #ARGV
`;

/** Removes copies. ARGV: per copy: id, user. */
const REMOVE = `${LANE_OF}
for i = 1, #ARGV, 2 do
  local Q, U = ARGV[i], ARGV[i + 1]
  local base = laneOf(U)
  redis.call('DEL', base .. 's:' .. Q, base .. 'q:' .. Q)
  redis.call('SREM', base .. 'qs', Q)
  redis.call('SREM', base .. 'iq', Q)
  redis.call('SREM', base .. 'uq:' .. U, Q)
  for _, C in ipairs(redis.call('SMEMBERS', base .. 'uc:' .. U)) do redis.call('SREM', base .. 'cq:' .. C, Q) end
  local R = redis.call('HGET', base .. 'ur', U)
  if R then redis.call('SREM', base .. 'rq:' .. R, Q) end
end
return #ARGV
`;

/** The hash tag of a lane. */
export type LaneTag = number | string;

export interface ClonedQueue {
  readonly id: string;
  readonly userId: string;
}

/** A queue for each person, as copies of a registered one: a hundred thousand registrations would take half an hour. `lanes`: all of the organization. */
export async function cloneQueues(
  redis: RedisClientType,
  lanes: readonly LaneTag[],
  { queueId }: Pick<HeldQueue, 'queueId'>,
  people: readonly Person[],
): Promise<ClonedQueue[]> {
  const [, incarnation = '', organization = ''] = queueId.split('.');
  const clones = people.map(({ id }) => ({ id: `${randomUUID()}.${incarnation}.${organization}.${id}`, userId: String(id) }));
  await inPortions(clones, (words) => redis.eval(CLONE, { keys: keysOf(lanes), arguments: [queueId, ...words] }));
  return clones;
}

export async function removeClones(redis: RedisClientType, lanes: readonly LaneTag[], clones: readonly ClonedQueue[]): Promise<void> {
  await inPortions(clones, (words) => redis.eval(REMOVE, { keys: keysOf(lanes), arguments: words }));
}

async function inPortions(clones: readonly ClonedQueue[], run: (words: string[]) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < clones.length; first += AT_ONCE)
    await run(clones.slice(first, first + AT_ONCE).flatMap(({ id, userId }) => [id, userId]));
}

/** The least position of the lanes. */
export async function fannedOutSeq(redis: RedisClientType, lanes: readonly LaneTag[]): Promise<number> {
  const seqs = await Promise.all(keysOf(lanes).map((base) => redis.hGet(`${base}o`, 'seq')));
  return Math.min(...seqs.map(Number));
}

export async function countQueues(redis: RedisClientType, lanes: readonly LaneTag[]): Promise<number> {
  const counts = await Promise.all(keysOf(lanes).map((base) => redis.sCard(`${base}qs`)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function keysOf(lanes: readonly LaneTag[]): string[] {
  return lanes.map((lane) => `${PREFIX}{${lane}}:`);
}
