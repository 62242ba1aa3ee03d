import { EVENT_ID_STEP, firstEphemeralId } from '@parley/contracts';
import { evenWhenFull, prelude } from './prelude.js';

const FIRST_UNLOGGED = firstEphemeralId(0);

/**
 * POLL: acknowledges up to `last`, then either takes what is there or records the waiter. It is one step, so nothing can be appended in
 * between. Returned entries stay in the queue until they are acknowledged. One script polls many queues of an organization, because a
 * wake-up can concern hundreds.
 *
 * ARGV: 1 how long a poll is held in ms, 2 maximum entries of one queue, then per poll: queue, user, last event id, waiter
 * ("gateway|token"), mode.
 * Modes: `first` a client's request; `again` the gateway repeats it after a wake-up or a silence; `nb` a request that does not wait; `hb`
 * the request has waited long enough and will be answered either way.
 *
 * A closing queue ends when its client has acknowledged everything.
 *
 * Reply, per poll: ['bad'] | ['elsewhere'] | ['moving'] | ['superseded'] | ['pruned'] | ['ahead'] | ['notInQueue'] | ['hold', released] | ['events', released, id, body,
 * ...]
 * `released` is the waiter of an older request on this queue, which must end now, or ''.
 */
export const poll = /* lua */ `${evenWhenFull}${prelude}
local hold, most = tonumber(ARGV[1]), ARGV[2]

local function poll(Q, U, last, me, mode)
  local stream, descriptor = base .. 's:' .. Q, base .. 'q:' .. Q
  local known = redis.call('HMGET', descriptor, 'user', 'idle', 'start', 'floor', 'closing')
  if not known[1] or not exists(Q) then return {absent(Q)} end
  if known[1] ~= U or not known[4] then return {'bad'} end
  local idle, start, floor = known[2], tonumber(known[3]), tonumber(known[4])

  local retry = mode == 'again' or mode == 'hb'
  local waiter = redis.call('HGET', base .. 'gw', Q)
  local released = ''
  if waiter and waiter ~= me then
    if retry then return {'superseded'} end
    released = waiter
  end

  if last == -1 and floor == start then last = floor end
  if last < floor then
    if retry then return {'superseded'} end
    return {'pruned'}
  end
  redis.call('SREM', base .. 'iq', Q)
  local position = string.format('%.0f', last)

  if last > floor then
    if last > newestOf(stream) then
      -- Either the id was never in this queue, or Redis was rolled back after the client received it. Then fan-out will reach it again.
      local seq, part = math.floor(last / ${EVENT_ID_STEP}), last % ${EVENT_ID_STEP}
      if seq > tonumber(redis.call('HGET', base .. 'o', 'seq') or '0') then return {'ahead'} end
      if part < ${FIRST_UNLOGGED} then return {'notInQueue'} end
      -- An ephemeral event cannot be verified. Ids up to it are used up for this client.
      local set = redis.pcall('XSETID', stream, position .. '-0')
      if set.err and not string.find(set.err, 'smaller than', 1, true) then return set end
    end
    redis.call('XTRIM', stream, 'MINID', '=', string.format('%.0f', last + 1) .. '-0')
    redis.call('HSET', descriptor, 'floor', position)
  end

  -- Only entries after the client's last id.
  local entries = redis.call('XRANGE', stream, '(' .. position .. '-0', '+', 'COUNT', most)
  if #entries == 0 and known[5] then
    erase(Q)
    return {'bad'}
  end
  if #entries == 0 and mode ~= 'nb' and mode ~= 'hb' then
    redis.call('HSET', base .. 'gw', Q, me)
    live(Q, string.format('%.0f', tonumber(idle) + hold))
    return {'hold', released}
  end
  if waiter then redis.call('HDEL', base .. 'gw', Q) end
  live(Q, idle)
  local reply = {'events', released}
  for _, entry in ipairs(entries) do
    reply[#reply + 1] = string.match(entry[1], '^(%d+)')
    reply[#reply + 1] = entry[2][2]
  end
  return reply
end

local replies = {}
for i = 3, #ARGV, 5 do
  local reply = poll(ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), ARGV[i + 3], ARGV[i + 4])
  if reply.err then return reply end
  replies[#replies + 1] = reply
end
return replies
`;
