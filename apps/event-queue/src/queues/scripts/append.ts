import { prelude } from './prelude.js';

/** Maximum number of queues of a step whose lengths are returned for the metric, evenly spread over the step. */
const MAX_LENGTHS = 16;

/** How long a queue of a deactivated organization waits for its held poll. A gateway polls at the latest after a few seconds. */
const CLOSING_MS = 60_000;

/**
 * APPEND: one step of fan-out. Appends entries to queues, changes the index and advances the cursor. If the cursor is not where the caller
 * expects it, nothing changes. The same holds if the cursor would pass the limit of a lane that still receives queues of others.
 *
 * The fence. The cursor, its incarnation, its phase, the attempt and the chunk must all be as the caller expects. Redis refuses an id that
 * is not greater than the last one, so a worker that repeats itself does no harm. But a worker that is AHEAD (Redis was rolled back while
 * it ran) would skip events, and only the fence prevents that. Chunk 0 claims the event for a random attempt, so that after a rollback
 * between two chunks no worker continues in the middle.
 *
 * Order. All appends come before the first change of the index: an event goes to the users who were entitled before it.
 * Once index operations of several chunks have begun (phase `indexing`), a successor must not resolve audiences against the partly changed
 * index: it only finishes the index operations, which are idempotent.
 *
 * Limits. A queue that gets too long is ended. If the queues of one user hold too many entries together, the longest of them are ended; the
 * same holds for all bots of one owner. These sums cost one command per queue, so they are only computed when a queue has passed another two
 * hundredth of the limit of a user.
 *
 * ARGV: 1 cursor, 2 phase, 3 attempt, 4 chunk, 5 next cursor, 6 outcome (`more`, `indexing`, `done`), 7 maximum length of a queue, 8 index
 * operations as JSON, 9 incarnation, 10 maximum entries in all queues of one user, 11 the same for all bots of one owner, then per group of
 * queues that get the same entries: number of ids, ids in order, number of queues, queues.
 * Reply: ['moved'] | ['ok', added, refused, gone queues, ended queues, waiters, lengths]
 * `lengths`: of some of the queues, after their appends. They are known here without a further command.
 */
export const append = /* lua */ `${prelude}
local o = base .. 'o'
local at = redis.call('HMGET', o, 'seq', 'phase', 'att', 'chunk', 'inc', 'limit')
if at[6] and tonumber(ARGV[5]) > tonumber(at[6]) then return {'moved'} end
if at[1] ~= ARGV[1] or (at[2] or '') ~= ARGV[2] or (at[5] or '') ~= ARGV[9] then return {'moved'} end
if ARGV[4] ~= '0' and (at[3] ~= ARGV[3] or at[4] ~= ARGV[4]) then return {'moved'} end

local wake, awake, gone, ended, ends = {}, {}, {}, {}, {}
local added, refused = 0, 0

local function rouse(Q)
  if not awake[Q] then
    awake[Q] = true
    wake[#wake + 1] = Q
  end
end
local function finish(Q)
  if not ends[Q] then
    ends[Q] = true
    ended[#ended + 1] = Q
  end
end

-- Appends the ids to one queue, in order. Returns how many were added, or nil and an error reply.
local function extend(Q, firstId, lastId)
  local new = 0
  for index = firstId, lastId do
    local outcome, failure = add(Q, ARGV[index], '')
    if failure then return nil, failure end
    if outcome == 'gone' then
      gone[#gone + 1] = Q
      return new
    end
    -- Wake after a refused entry too: the worker that appended it may have died before it sent its wake-ups.
    rouse(Q)
    if outcome == 'added' then new = new + 1 else refused = refused + 1 end
  end
  return new
end

-- Ends the longest queues of a set until the others hold no more than 'most' entries.
local function keepWithin(set, most)
  local lengths, sum = {}, 0
  for _, Q in ipairs(redis.call('SMEMBERS', set)) do
    if not ends[Q] then
      local length = redis.call('XLEN', base .. 's:' .. Q)
      lengths[#lengths + 1] = {Q, length}
      sum = sum + length
    end
  end
  table.sort(lengths, function(a, b) return a[2] > b[2] end)
  for _, each in ipairs(lengths) do
    if sum <= most then break end
    rouse(each[1])
    finish(each[1])
    sum = sum - each[2]
  end
end

local longest, most = tonumber(ARGV[7]), tonumber(ARGV[10])
local portion = math.max(1, math.floor(most / 200))
local suspects = {}
-- At least the number of queues. The sample begins at another queue in each step.
local stride = math.max(1, math.ceil((#ARGV - 11) / ${MAX_LENGTHS}))
local sampled, lengths = tonumber(ARGV[1]) % stride, {}
local i = 12
while i <= #ARGV do
  local ids = tonumber(ARGV[i])
  local first = i + ids + 2
  local last = first + tonumber(ARGV[first - 1]) - 1
  for j = first, last do
    local Q = ARGV[j]
    local new, failure = extend(Q, i + 1, i + ids)
    if failure then return failure end
    if new > 0 then
      added = added + new
      local length = redis.call('XLEN', base .. 's:' .. Q)
      if sampled == 0 then
        lengths[#lengths + 1] = length
        sampled = stride
      end
      sampled = sampled - 1
      if length > longest then finish(Q)
      elseif length % portion < new then suspects[owner(Q)] = true end
    end
  end
  i = last + 1
end
local owners = {}
for U in pairs(suspects) do
  keepWithin(base .. 'uq:' .. U, most)
  local O = botOwner(U)
  if O then owners[O] = true end
end
for O in pairs(owners) do keepWithin(base .. 'oq:' .. O, tonumber(ARGV[11])) end

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
-- A queue that came from another lane is past the events up to the cursor of that lane, which this lane repeats.
local function endAll(queues, ending)
  for _, Q in ipairs(queues) do
    if tonumber(redis.call('HGET', base .. 'q:' .. Q, 'moved') or '-1') < tonumber(ARGV[5]) then
      rouse(Q)
      ending(Q)
    end
  end
end
-- A held poll gets the event of the deactivation: POLL ends the queue when its client has everything.
local function close(Q)
  if redis.call('HEXISTS', base .. 'gw', Q) == 0 or not exists(Q) then return finish(Q) end
  redis.call('HSET', base .. 'q:' .. Q, 'closing', '1', 'idle', '${CLOSING_MS}')
  live(Q, ${CLOSING_MS})
end
function operations.endQueues(U) endAll(queuesOf(U), finish) end
function operations.endOrganization() endAll(redis.call('SMEMBERS', base .. 'qs'), close) end

for _, operation in ipairs(cjson.decode(ARGV[8])) do
  operations[operation[1]](operation[2], operation[3])
end

-- Read before queues are erased, so that the polls held on them end at once.
local held = waiters(wake)
for _, Q in ipairs(ended) do erase(Q) end

if ARGV[6] == 'done' then
  redis.call('HSET', o, 'seq', ARGV[5], 'phase', '', 'att', '', 'chunk', '0', 'un', '0')
else
  local phase = ''
  if ARGV[6] == 'indexing' then phase = 'indexing' end
  redis.call('HSET', o, 'phase', phase, 'att', ARGV[3], 'chunk', tostring(tonumber(ARGV[4]) + 1))
end
return {'ok', added, refused, gone, ended, held, lengths}
`;
