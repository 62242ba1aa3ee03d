import { evenWhenFull, prelude } from './prelude.js';

/*
 * The number of an organization's lanes changes: its queues move from the lanes that it has to new ones.
 *
 * What must hold. A queue that was at cursor c must not miss the event after c: the cursor of its new lane is at most c when the queue arrives.
 * So the new lanes have a limit, which is at most the cursor of every lane that is left. The limit is raised only while no queue is under way,
 * by the one mover whose token is in both lanes. What a queue already has, its stream refuses.
 * Changes are numbered. So a mover that was stopped for long changes nothing in lanes of a later change.
 */

/**
 * CLAIM: makes this the only mover of the lane. ARGV: 1 token, 2 number of the change, 3 whether the lane is left (1 or 0).
 * A lane that is left takes no more queues. Reply: 'later' (the lane is of a later change) | 'ok'
 */
export const claimLane = /* lua */ `${evenWhenFull}${prelude}
local o = base .. 'o'
local change, leaving = unpack(redis.call('HMGET', o, 'change', 'leaving'))
if tonumber(change or '0') > tonumber(ARGV[2]) or tonumber(leaving or '0') > tonumber(ARGV[2]) then return 'later' end
redis.call('HSET', o, 'mover', ARGV[1])
if ARGV[3] == '1' then redis.call('HSET', o, 'leaving', ARGV[2]) end
return 'ok'
`;

/**
 * OPEN: prepares a lane for the build of its index for a change. ARGV: 1 number of the change.
 * Reply: 'later' | 'built' (for this change) | 'open'
 */
export const openLane = /* lua */ `${prelude}
local o = base .. 'o'
local change, leaving, seq = unpack(redis.call('HMGET', o, 'change', 'leaving', 'seq'))
if tonumber(change or '0') > tonumber(ARGV[1]) or tonumber(leaving or '0') > tonumber(ARGV[1]) then return 'later' end
if change == ARGV[1] then return seq and 'built' or 'open' end
-- What an earlier change left, or a replica of a release that knows no lanes. The build begins by removing its queues.
redis.call('DEL', o)
redis.call('HSET', o, 'change', ARGV[1])
return 'open'
`;

/**
 * TAKE: takes some queues out of a lane that is left, unless some are under way. Until they have arrived elsewhere, their contents stay here under
 * other keys.
 * ARGV: 1 token, 2 maximum number of queues, 3 maximum number of their entries, 4 the cursor that the lane must have reached.
 * Reply: ['lost'] (there is another mover) | ['behind'] | ['ok', number of queues left, then per queue that is under way: queue, cursor,
 * incarnation, ms to live, stream, descriptor, waiter or '', owner of a bot or '']
 */
export const takeQueues = /* lua */ `${prelude}
local o = base .. 'o'
local mover, seq, inc = unpack(redis.call('HMGET', o, 'mover', 'seq', 'inc'))
if mover ~= ARGV[1] then return {'lost'} end
if redis.call('SCARD', base .. 'mv') == 0 and redis.call('SCARD', base .. 'qs') > 0 then
  if not seq or tonumber(seq) < tonumber(ARGV[4]) then return {'behind'} end
  -- A full Redis refuses this write, so no queue is taken: it would refuse ARRIVE too. Later writes of a script are not refused.
  redis.call('HSET', o, 'mover', mover)
  local entries = 0
  for _, Q in ipairs(redis.call('SRANDMEMBER', base .. 'qs', ARGV[2])) do
    local waiter = redis.call('HGET', base .. 'gw', Q)
    local O = botOwner(owner(Q))
    if exists(Q) and redis.call('EXISTS', base .. 'q:' .. Q) == 1 then
      entries = entries + redis.call('XLEN', base .. 's:' .. Q)
      redis.call('RENAME', base .. 's:' .. Q, base .. 'ms:' .. Q)
      redis.call('RENAME', base .. 'q:' .. Q, base .. 'mq:' .. Q)
      redis.call('HSET', base .. 'mq:' .. Q, 'cursor', seq, 'inc', inc or '')
      if waiter then redis.call('HSET', base .. 'mq:' .. Q, 'waiter', waiter) end
      if O then redis.call('HSET', base .. 'mq:' .. Q, 'owner', O) end
      redis.call('SADD', base .. 'mv', Q)
    end
    erase(Q)
    if entries > tonumber(ARGV[3]) then break end
  end
end
local reply = {'ok', redis.call('SCARD', base .. 'qs')}
for _, Q in ipairs(redis.call('SMEMBERS', base .. 'mv')) do
  local stream, descriptor = redis.call('DUMP', base .. 'ms:' .. Q), redis.call('DUMP', base .. 'mq:' .. Q)
  local ttl = redis.call('PTTL', base .. 'ms:' .. Q)
  if stream and descriptor and ttl > 0 then
    local known = redis.call('HMGET', base .. 'mq:' .. Q, 'cursor', 'inc', 'waiter', 'owner')
    for _, value in ipairs({Q, known[1], known[2], tostring(ttl), stream, descriptor, known[3] or '', known[4] or ''}) do
      reply[#reply + 1] = value
    end
  else
    redis.call('DEL', base .. 'ms:' .. Q, base .. 'mq:' .. Q)
    redis.call('SREM', base .. 'mv', Q)
  end
end
return reply
`;

/**
 * ARRIVE: queues that were taken from another lane. A queue is refused if this lane has no index, follows another incarnation of the log, or is
 * past the cursor that the queue had: it would miss events.
 * ARGV: 1 token, then per queue as in the reply of TAKE. Reply: 'lost' | the queues that were refused.
 */
export const arriveQueues = /* lua */ `${prelude}
local mover, seq, inc = unpack(redis.call('HMGET', base .. 'o', 'mover', 'seq', 'inc'))
if mover ~= ARGV[1] then return 'lost' end
local refused = {}
for i = 2, #ARGV, 8 do
  local Q, cursor = ARGV[i], tonumber(ARGV[i + 1])
  if not exists(Q) then
    if not seq or inc ~= ARGV[i + 2] or tonumber(seq) > cursor then
      refused[#refused + 1] = Q
    else
      local descriptor = base .. 'q:' .. Q
      redis.call('RESTORE', base .. 's:' .. Q, ARGV[i + 3], ARGV[i + 4])
      redis.call('RESTORE', descriptor, ARGV[i + 3], ARGV[i + 5], 'REPLACE')
      redis.call('HDEL', descriptor, 'cursor', 'inc', 'waiter', 'owner')
      redis.call('HSET', descriptor, 'moved', ARGV[i + 1])
      local U, known = owner(Q), redis.call('HMGET', descriptor, 'all', 'floor')
      redis.call('SADD', base .. 'qs', Q)
      redis.call('SADD', base .. 'uq:' .. U, Q)
      for _, C in ipairs(redis.call('SMEMBERS', base .. 'uc:' .. U)) do redis.call('SADD', base .. 'cq:' .. C, Q) end
      local R = redis.call('HGET', base .. 'ur', U)
      if R then
        redis.call('SADD', base .. 'rq:' .. R, Q)
        if known[1] == '1' and R ~= GUEST then redis.call('SADD', base .. 'pq', Q) end
      end
      if ARGV[i + 6] ~= '' then redis.call('HSET', base .. 'gw', Q, ARGV[i + 6]) end
      if ARGV[i + 7] ~= '' then
        redis.call('HSET', base .. 'bo', U, ARGV[i + 7])
        if known[2] then redis.call('SADD', base .. 'oq:' .. ARGV[i + 7], Q) end
      end
    end
  end
end
return refused
`;

/** DROP: queues that have arrived elsewhere, or were refused there. ARGV: 1 token, then queues. Reply: 'lost' | 'ok' */
export const dropTaken = /* lua */ `${evenWhenFull}${prelude}
if redis.call('HGET', base .. 'o', 'mover') ~= ARGV[1] then return 'lost' end
for i = 2, #ARGV do
  local Q = ARGV[i]
  redis.call('DEL', base .. 'ms:' .. Q, base .. 'mq:' .. Q)
  redis.call('SREM', base .. 'mv', Q)
end
return 'ok'
`;

/** RAISE: the limit of a new lane. ARGV: 1 token, 2 limit. Reply: 'lost' | 'ok' */
export const raiseLimit = /* lua */ `${evenWhenFull}${prelude}
local mover, limit = unpack(redis.call('HMGET', base .. 'o', 'mover', 'limit'))
if mover ~= ARGV[1] then return 'lost' end
if limit and tonumber(ARGV[2]) > tonumber(limit) then redis.call('HSET', base .. 'o', 'limit', ARGV[2]) end
return 'ok'
`;

/**
 * CLOSE: removes some of what is left of a lane without queues. ARGV: 1 token, 2 ms after which the mark that the lane was left may be forgotten,
 * or 0: never. Reply: 'lost' | 'queues' (it has some) | 'more' | 'ok'
 */
export const closeLane = /* lua */ `${evenWhenFull}${prelude}
local o = base .. 'o'
local mover, leaving = unpack(redis.call('HMGET', o, 'mover', 'leaving'))
if mover ~= ARGV[1] or not leaving then return 'lost' end
if redis.call('SCARD', base .. 'qs') + redis.call('SCARD', base .. 'mv') > 0 then return 'queues' end
if redis.call('HEXISTS', o, 'seq') == 1 then
  redis.call('DEL', o)
  redis.call('HSET', o, 'mover', mover, 'leaving', leaving)
end
local users = redis.call('SPOP', base .. 'us', 500)
for _, U in ipairs(users) do redis.call('DEL', base .. 'uc:' .. U) end
if #users > 0 then return 'more' end
redis.call('DEL', base .. 'ur', base .. 'bo', base .. 'us', base .. 'gw', base .. 'iq', base .. 'pq')
if ARGV[2] ~= '0' then redis.call('PEXPIRE', o, ARGV[2]) end
return 'ok'
`;

/** SETTLE: all queues have arrived, so the lane follows the log without a limit. ARGV: 1 token. Reply: 'lost' | 'ok' */
export const settleLane = /* lua */ `${evenWhenFull}${prelude}
if redis.call('HGET', base .. 'o', 'mover') ~= ARGV[1] then return 'lost' end
redis.call('HDEL', base .. 'o', 'limit', 'mover')
return 'ok'
`;
