import { prelude } from './prelude.js';

/**
 * APPEND: one step of fan-out. Appends entries to queues, moves the index, advances the cursor; or finds that the cursor is not where
 * the caller believes and changes nothing.
 *
 * The fence. The cursor, its incarnation, its phase, the attempt and the chunk must all be what the caller believes. Redis refuses an id that is not
 * greater than the last one, so a worker that repeats itself does no harm; but a worker that is AHEAD (Redis was rolled back under it)
 * would skip events, and only the fence stops that. Chunk 0 claims the event for a random attempt, so that after a rollback between two
 * chunks nobody continues in the middle.
 *
 * Order. Appends come first, the index moves after the last of them: the event of a change goes to those who were entitled before it.
 * Once index operations of several chunks have begun (phase `indexing`), a successor must not resolve audiences against the half-moved
 * index: it only finishes the index operations, which are idempotent.
 *
 * ARGV: 1 cursor, 2 phase, 3 attempt, 4 chunk, 5 next cursor, 6 outcome (`more`, `indexing`, `done`), 7 the longest a queue may get,
 * 8 index operations as JSON, 9 incarnation, then per entry: id, number of queues, queues.
 * Reply: ['moved'] | ['ok', added, refused, gone queues, queues that were ended, waiters]
 */
export const append = /* lua */ `${prelude}
local o = base .. 'o'
local at = redis.call('HMGET', o, 'seq', 'phase', 'att', 'chunk', 'inc')
if at[1] ~= ARGV[1] or (at[2] or '') ~= ARGV[2] or (at[5] or '') ~= ARGV[9] then return {'moved'} end
if ARGV[4] ~= '0' and (at[3] ~= ARGV[3] or at[4] ~= ARGV[4]) then return {'moved'} end

local wake, awake, gone, ended = {}, {}, {}, {}
local added, refused = 0, 0

local function rouse(Q)
  if not awake[Q] then
    awake[Q] = true
    wake[#wake + 1] = Q
  end
end

local i = 10
while i <= #ARGV do
  local id, count = ARGV[i], tonumber(ARGV[i + 1])
  for j = i + 2, i + 1 + count do
    local Q = ARGV[j]
    local outcome, failure = add(Q, id, '')
    if failure then return failure end
    if outcome == 'gone' then
      gone[#gone + 1] = Q
    else
      -- A refused entry wakes too: it may have been appended by a worker that died before its wake-ups left.
      rouse(Q)
      if outcome == 'added' then added = added + 1 else refused = refused + 1 end
    end
  end
  i = i + 2 + count
end

local longest = tonumber(ARGV[7])
for _, Q in ipairs(wake) do
  if redis.call('XLEN', base .. 's:' .. Q) > longest then ended[#ended + 1] = Q end
end

local function queuesOf(U) return redis.call('SMEMBERS', base .. 'uq:' .. U) end

local operations = {}
function operations.subscribe(U, C)
  redis.call('SADD', base .. 'us', U)
  redis.call('SADD', base .. 'uc:' .. U, C)
  for _, Q in ipairs(queuesOf(U)) do redis.call('SADD', base .. 'cq:' .. C, Q) end
end
function operations.unsubscribe(U, C)
  redis.call('SREM', base .. 'uc:' .. U, C)
  for _, Q in ipairs(queuesOf(U)) do redis.call('SREM', base .. 'cq:' .. C, Q) end
end
function operations.role(U, R)
  redis.call('HSET', base .. 'ur', U, R)
  for _, Q in ipairs(queuesOf(U)) do
    for _, other in ipairs(ROLES) do
      if other ~= R then redis.call('SREM', base .. 'rq:' .. other, Q) end
    end
    redis.call('SADD', base .. 'rq:' .. R, Q)
    if R == GUEST then
      redis.call('SREM', base .. 'pq', Q)
    elseif redis.call('HGET', base .. 'q:' .. Q, 'all') == '1' then
      redis.call('SADD', base .. 'pq', Q)
    end
  end
end
function operations.endQueues(U)
  for _, Q in ipairs(queuesOf(U)) do
    rouse(Q)
    ended[#ended + 1] = Q
  end
end
function operations.endOrganization()
  for _, Q in ipairs(redis.call('SMEMBERS', base .. 'qs')) do
    rouse(Q)
    ended[#ended + 1] = Q
  end
end

for _, operation in ipairs(cjson.decode(ARGV[8])) do
  operations[operation[1]](operation[2], operation[3])
end

-- Looked up before queues are erased, so that the polls held on them end at once.
local held = waiters(wake)
for _, Q in ipairs(ended) do erase(Q) end

if ARGV[6] == 'done' then
  redis.call('HSET', o, 'seq', ARGV[5], 'phase', '', 'att', '', 'chunk', '0', 'un', '0')
else
  local phase = ''
  if ARGV[6] == 'indexing' then phase = 'indexing' end
  redis.call('HSET', o, 'phase', phase, 'att', ARGV[3], 'chunk', tostring(tonumber(ARGV[4]) + 1))
end
return {'ok', added, refused, gone, ended, held}
`;
