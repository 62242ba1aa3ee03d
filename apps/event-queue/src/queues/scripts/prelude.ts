/**
 * The first line of scripts that free memory, or that clients need in order to free it. Redis refuses other scripts that write once it has
 * reached `maxmemory`; without these, a full Redis would stay full.
 */
export const evenWhenFull = '#!lua flags=allow-oom\n';

/**
 * The start of every script. KEYS[1] is the key base of a lane, `<prefix>{<lane>}:`. An organization with one lane has its id as its lane. All
 * keys of a lane share that hash tag, so they are in one slot and a script may use any of them.
 *
 *   o      hash    seq (cursor: the last event fanned out), inc (incarnation of the log of seq), phase, att, chunk (progress of the next
 * event), un (number of ephemeral events since seq), empty (since when a look found no queue, in ms). While the number of lanes changes: change (its
 * number), mover (token of who moves the queues), leaving (on a lane that is left: the change; stays after it), limit (on a new lane: the
 * cursor may not pass it)
 *   s:Q    stream  the entries of queue Q; the entry's id is the event's id
 *   q:Q    hash    user, descriptor, idle, all (1: wants all public channels), start, floor (the last acknowledged id), moved (its cursor
 * when it came from another lane), closing (1: it ends when its client has everything)
 *   gw     hash    Q -> "gateway|token" that holds a poll for Q
 *   qs     set     all queues
 *   uq:U   set     queues of user U          cq:C  set  queues of users subscribed to channel C
 *   rq:R   set     queues of role R          pq    set  queues that want messages of all public channels
 *   uc:U   set     channels of user U, for every user      ur  hash  user -> role, for every active user
 *   us     set     users that have a uc:U          iq  set  queues that the last sweep found idle, and that were not polled since
 *   bo     hash    bot -> its owner, for each bot with queues
 *   oq:O   set     registered queues of the bots of owner O
 *   mv     set     queues that were taken to be moved to another lane      ms:Q, mq:Q  what was s:Q, q:Q
 *
 * Only APPEND and the index build write uc and ur, so the index is the state of the log at o.seq, also after a rollback of Redis.
 */
export const prelude = /* lua */ `
local base = KEYS[1]
local GUEST = '600'
local ROLES = {'100', '200', '300', '400', '600'}

local function owner(Q) return string.match(Q, '%.(%d+)$') end

-- The owner of a bot with queues. Nil for people.
local function botOwner(U) return redis.call('HGET', base .. 'bo', U) or nil end

-- What a script answers that does not find a queue. Only 'bad' says that there is none.
local function absent(Q)
  local at = redis.call('HMGET', base .. 'o', 'leaving', 'limit')
  if at[1] and redis.call('SISMEMBER', base .. 'mv', Q) == 1 then return 'moving' end
  if at[1] or at[2] then return 'elsewhere' end
  return 'bad'
end

local function exists(Q) return redis.call('EXISTS', base .. 's:' .. Q) == 1 end

-- The id that the stream's next entry must exceed.
local function newestOf(stream)
  local info = redis.call('XINFO', 'STREAM', stream)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then return tonumber(string.match(info[i + 1], '^(%d+)')) end
  end
end

-- Removes everything of a queue. Does not need its descriptor, which may have expired already.
local function erase(Q)
  local U = owner(Q)
  redis.call('DEL', base .. 's:' .. Q, base .. 'q:' .. Q)
  redis.call('HDEL', base .. 'gw', Q)
  redis.call('SREM', base .. 'uq:' .. U, Q)
  for _, C in ipairs(redis.call('SMEMBERS', base .. 'uc:' .. U)) do redis.call('SREM', base .. 'cq:' .. C, Q) end
  for _, R in ipairs(ROLES) do redis.call('SREM', base .. 'rq:' .. R, Q) end
  redis.call('SREM', base .. 'pq', Q)
  redis.call('SREM', base .. 'iq', Q)
  redis.call('SREM', base .. 'qs', Q)
  local O = botOwner(U)
  if O then
    redis.call('SREM', base .. 'oq:' .. O, Q)
    if redis.call('EXISTS', base .. 'uq:' .. U) == 0 then redis.call('HDEL', base .. 'bo', U) end
  end
end

local function live(Q, idle)
  redis.call('PEXPIRE', base .. 's:' .. Q, idle)
  redis.call('PEXPIRE', base .. 'q:' .. Q, idle)
end

-- For how many ms the queue was not polled: what its last poll gave it to live, less what is left. Negative while a poll is held, because
-- a held poll gives it the time of the hold on top. Nil: the queue is gone, or its registration is not finished.
local function unpolledFor(Q)
  local known = redis.call('HMGET', base .. 'q:' .. Q, 'idle', 'floor')
  local left = redis.call('PTTL', base .. 's:' .. Q)
  if not known[1] or not known[2] or left < 0 then return nil end
  return tonumber(known[1]) - left
end

-- Appends one entry. Returns 'added', 'refused' (the stream is at or past this id already: an earlier attempt, or a snapshot that
-- holds it) or 'gone' (no such queue: NOMKSTREAM never makes one). Any other failure (wrong type, out of memory) is returned as an
-- error reply, which the script must return at once: the cursor then stays and the append is tried again.
local function add(Q, id, body)
  local reply = redis.pcall('XADD', base .. 's:' .. Q, 'NOMKSTREAM', id .. '-0', 'e', body)
  if type(reply) == 'table' and reply.err then
    if string.find(reply.err, 'equal or smaller', 1, true) then return 'refused' end
    return nil, reply
  end
  if reply then return 'added' end
  return 'gone'
end

-- The gateways that hold these queues, as [queue, waiter, queue, waiter ...]. Waiters are not removed: a wake-up that is lost on its
-- way must be found again by the next one, or by the gateway's own sweep.
local function waiters(queues)
  local found = {}
  for first = 1, #queues, 1000 do
    local last = math.min(first + 999, #queues)
    local held = redis.call('HMGET', base .. 'gw', unpack(queues, first, last))
    for i, waiter in ipairs(held) do
      if waiter then
        found[#found + 1] = queues[first + i - 1]
        found[#found + 1] = waiter
      end
    end
  end
  return found
end
`;
