import { evenWhenFull, prelude } from './prelude.js';

/**
 * CREATE: an empty queue, live in every index BEFORE the snapshot is read: it receives everything that happens from now on.
 * ARGV: 1 queue, 2 user, 3 descriptor, 4 idle ms once finished, 5 wants all public channels (1 or 0), 6 ms until an unfinished queue
 * expires, 7 incarnation of the log that the queue will follow, 8 maximum number of queues of the organization, or ''.
 * If there are that many, some that expired may still be among them: it looks at a few.
 * Reply: ['unbuilt'] | ['leaving'] | ['full'] | ['ok', cursor]
 */
export const create = /* lua */ `${prelude}
local at = redis.call('HMGET', base .. 'o', 'seq', 'inc', 'leaving')
local seq = at[1]
if at[3] then return {'leaving'} end
if not seq or at[2] ~= ARGV[7] then return {'unbuilt'} end
local most = tonumber(ARGV[8])
if most and redis.call('SCARD', base .. 'qs') >= most then
  for _, other in ipairs(redis.call('SRANDMEMBER', base .. 'qs', 100)) do
    if not exists(other) then erase(other) end
  end
  if redis.call('SCARD', base .. 'qs') >= most then return {'full'} end
end
local Q, U = ARGV[1], ARGV[2]
-- An entry that is added and deleted leaves an empty stream that XADD NOMKSTREAM finds. (XGROUP would leave a group.)
redis.call('XADD', base .. 's:' .. Q, '0-1', 'e', '')
redis.call('XDEL', base .. 's:' .. Q, '0-1')
redis.call('HSET', base .. 'q:' .. Q, 'user', U, 'descriptor', ARGV[3], 'idle', ARGV[4], 'all', ARGV[5])
live(Q, ARGV[6])
redis.call('SADD', base .. 'qs', Q)
redis.call('SADD', base .. 'uq:' .. U, Q)
for _, C in ipairs(redis.call('SMEMBERS', base .. 'uc:' .. U)) do redis.call('SADD', base .. 'cq:' .. C, Q) end
local R = redis.call('HGET', base .. 'ur', U)
if R then
  redis.call('SADD', base .. 'rq:' .. R, Q)
  if ARGV[5] == '1' and R ~= GUEST then redis.call('SADD', base .. 'pq', Q) end
end
return {'ok', seq}
`;

/**
 * FINISH: the snapshot was read at position P and contains all events up to P. The queue's entries up to P are removed, and the stream
 * refuses ids up to P from now on, however far fan-out lags.
 * If the user has too many queues, those that were not polled for the longest time are ended. The same holds for all bots of one owner
 * together. Queues whose registration is not finished do not count: it may fail, and must not have ended a queue that is in use.
 * A bot belongs to the owner that its last registration named. A bot that gets another owner loses its queues, so only a registration that ran
 * at that moment can name another owner than the queues before it.
 * ARGV: 1 queue, 2 P, 3 P + 1, 4 maximum number of queues of this user, 5 the owner if the user is a bot, or '', 6 maximum number of queues of
 * all bots of this owner.
 * Reply: ['gone'] | ['elsewhere'] | ['moving'] | ['ok', ended queues, waiters]
 */
export const finish = /* lua */ `${prelude}
local Q = ARGV[1]
local idle = redis.call('HGET', base .. 'q:' .. Q, 'idle')
if not idle or not exists(Q) then
  local where = absent(Q)
  return {where == 'bad' and 'gone' or where}
end
redis.call('XTRIM', base .. 's:' .. Q, 'MINID', '=', ARGV[3] .. '-0')
local set = redis.pcall('XSETID', base .. 's:' .. Q, ARGV[2] .. '-0')
-- "smaller than the target stream top item": entries after P already exist, so ids up to P are refused anyway.
if set.err and not string.find(set.err, 'smaller than', 1, true) then return set end
redis.call('HSET', base .. 'q:' .. Q, 'floor', ARGV[2], 'start', ARGV[2])
live(Q, idle)

local ended, held = {}, {}

-- Ends queues of a set, those first that were not polled for the longest time, until 'most' are left with this one.
local function keepWithin(set, most)
  if redis.call('SCARD', set) <= most then return end
  local others = {}
  for _, other in ipairs(redis.call('SMEMBERS', set)) do
    local unpolled = other ~= Q and unpolledFor(other)
    if unpolled then others[#others + 1] = {other, unpolled} end
  end
  table.sort(others, function(a, b) return a[2] > b[2] end)
  local surplus = {}
  for i = 1, #others + 1 - most do surplus[i] = others[i][1] end
  for _, each in ipairs(waiters(surplus)) do held[#held + 1] = each end
  for _, other in ipairs(surplus) do
    ended[#ended + 1] = other
    erase(other)
  end
end

local U, O = owner(Q), ARGV[5]
keepWithin(base .. 'uq:' .. U, tonumber(ARGV[4]))
if O ~= '' then
  local former = botOwner(U)
  if former ~= O then
    redis.call('HSET', base .. 'bo', U, O)
    for _, each in ipairs(redis.call('SMEMBERS', base .. 'uq:' .. U)) do
      if former then redis.call('SREM', base .. 'oq:' .. former, each) end
      if unpolledFor(each) then redis.call('SADD', base .. 'oq:' .. O, each) end
    end
  end
  redis.call('SADD', base .. 'oq:' .. O, Q)
  keepWithin(base .. 'oq:' .. O, tonumber(ARGV[6]))
end
return {'ok', ended, held}
`;

/**
 * DELETE: ends a queue of this user. ARGV: 1 queue, 2 user. Reply: ['bad'] | ['elsewhere'] | ['moving'] | ['ok', waiter or '']
 */
export const remove = /* lua */ `${evenWhenFull}${prelude}
local Q = ARGV[1]
if not exists(Q) then return {absent(Q)} end
if redis.call('HGET', base .. 'q:' .. Q, 'user') ~= ARGV[2] then return {'bad'} end
local waiter = redis.call('HGET', base .. 'gw', Q)
erase(Q)
return {'ok', waiter or ''}
`;

/**
 * DETACH: the client that waited has disconnected. The queue stays until its idle timeout. ARGV: 1 queue, 2 waiter.
 * Reply: 'detached' | 'kept' (another request is waiting) | 'bad' | 'elsewhere' | 'moving'
 */
export const detach = /* lua */ `${evenWhenFull}${prelude}
local Q = ARGV[1]
if not exists(Q) then return absent(Q) end
if redis.call('HGET', base .. 'gw', Q) ~= ARGV[2] then return 'kept' end
redis.call('HDEL', base .. 'gw', Q)
local idle = redis.call('HGET', base .. 'q:' .. Q, 'idle')
if idle then live(Q, idle) end
return 'detached'
`;

/** CLEAN: removes all remains of expired queues. Live queues are not changed. ARGV: queues. Reply: how many were cleaned. */
export const clean = /* lua */ `${evenWhenFull}${prelude}
local cleaned = 0
for _, Q in ipairs(ARGV) do
  if not exists(Q) then
    erase(Q)
    cleaned = cleaned + 1
  end
end
return cleaned
`;

/**
 * SWEEP: one step of an iteration over all queues. It erases queues that expired without a later append, and marks idle queues: fan-out
 * serves those last. A poll removes the mark.
 * ARGV: 1 cursor of the iteration, 2 ms without a poll after which a queue is idle. Reply: [next cursor, cleaned]
 */
export const sweep = /* lua */ `${evenWhenFull}${prelude}
local step = redis.call('SSCAN', base .. 'qs', ARGV[1], 'COUNT', 500)
local cleaned = 0
for _, Q in ipairs(step[2]) do
  if not exists(Q) then
    erase(Q)
    cleaned = cleaned + 1
  elseif (unpolledFor(Q) or 0) > tonumber(ARGV[2]) then
    redis.call('SADD', base .. 'iq', Q)
  end
end
return {step[1], cleaned}
`;
