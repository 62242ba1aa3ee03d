import { evenWhenFull, prelude } from './prelude.js';

/**
 * The index of an organization, built from one snapshot of PostgreSQL. One replica builds at a time: each LOAD renews the claim, and the
 * claim may be taken over when its holder has been silent for a while. A takeover starts with an empty index.
 *
 * BEGIN. ARGV: 1 token, 2 silence in ms after which a claim is void. Reply: 'built' | 'leaving' | 'busy' | 'claimed'
 */
export const beginBuild = /* lua */ `${prelude}
local o = base .. 'o'
local at = redis.call('HMGET', o, 'seq', 'builder', 'seen', 'leaving')
if at[4] then return 'leaving' end
if at[1] then return 'built' end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if at[2] and at[2] ~= ARGV[1] and now - tonumber(at[3]) < tonumber(ARGV[2]) then return 'busy' end
-- Queues first: erasing one reads its user's channels.
for _, Q in ipairs(redis.call('SMEMBERS', base .. 'qs')) do erase(Q) end
for _, U in ipairs(redis.call('SMEMBERS', base .. 'us')) do redis.call('DEL', base .. 'uc:' .. U) end
redis.call('DEL', base .. 'us', base .. 'ur', base .. 'bo')
redis.call('HSET', o, 'builder', ARGV[1], 'seen', string.format('%.0f', now))
return 'claimed'
`;

/** LOAD. ARGV: 1 token, then per user: id, role (or '' when not active), number of channels, channels. Reply: 'lost' | 'ok' */
export const loadUsers = /* lua */ `${prelude}
local o = base .. 'o'
if redis.call('HGET', o, 'builder') ~= ARGV[1] then return 'lost' end
local time = redis.call('TIME')
redis.call('HSET', o, 'seen', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
local i = 2
while i <= #ARGV do
  local U, R, count = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
  redis.call('SADD', base .. 'us', U)
  if R ~= '' then redis.call('HSET', base .. 'ur', U, R) end
  for first = i + 3, i + 2 + count, 1000 do
    redis.call('SADD', base .. 'uc:' .. U, unpack(ARGV, first, math.min(first + 999, i + 2 + count)))
  end
  i = i + 3 + count
end
return 'ok'
`;

/**
 * COMMIT. The index is complete at this seq. ARGV: 1 token, 2 seq, 3 incarnation, 4 the change of the number of lanes that it is built for, or ''.
 * The cursor of a lane that is built for a change stays where it is until the limit is raised. Reply: 'lost' | 'ok'
 */
export const commitBuild = /* lua */ `${prelude}
local o = base .. 'o'
if redis.call('HGET', o, 'builder') ~= ARGV[1] then return 'lost' end
redis.call('HDEL', o, 'builder', 'seen')
redis.call('HSET', o, 'seq', ARGV[2], 'inc', ARGV[3], 'phase', '', 'att', '', 'chunk', '0', 'un', '0')
if ARGV[4] ~= '' then redis.call('HSET', o, 'change', ARGV[4], 'limit', ARGV[2]) end
return 'ok'
`;

/**
 * RESET: ends every queue and drops the index, because the log cannot be followed from here any more. Clients register again.
 * ARGV: 1 the cursor at which this was decided, 2 its incarnation. Reply: ['moved'] | ['ok', waiters]
 */
export const reset = /* lua */ `${evenWhenFull}${prelude}
local o = base .. 'o'
local at = redis.call('HMGET', o, 'seq', 'inc')
if at[1] ~= ARGV[1] or (at[2] or '') ~= ARGV[2] then return {'moved'} end
local queues = redis.call('SMEMBERS', base .. 'qs')
local held = waiters(queues)
for _, Q in ipairs(queues) do erase(Q) end
for _, Q in ipairs(redis.call('SMEMBERS', base .. 'mv')) do
  local waiter = redis.call('HGET', base .. 'mq:' .. Q, 'waiter')
  if waiter then
    held[#held + 1] = Q
    held[#held + 1] = waiter
  end
  redis.call('DEL', base .. 'ms:' .. Q, base .. 'mq:' .. Q)
end
-- The next build, at the next registration, drops the rest of the index. A change of the number of lanes goes on.
local kept = {'change', 'mover', 'leaving'}
local values = redis.call('HMGET', o, unpack(kept))
redis.call('DEL', o, base .. 'mv')
for i, field in ipairs(kept) do
  if values[i] then redis.call('HSET', o, field, values[i]) end
end
return {'ok', held}
`;
