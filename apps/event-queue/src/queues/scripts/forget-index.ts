import { evenWhenFull, prelude } from './prelude.js';

/**
 * FORGET: drops the index of an organization that has had no queue for a while. The next registration builds it again. ARGV: 1 ms
 * without a queue after which it is dropped, 2 `look` or `drop`. Reply: 'none' (there is no index) | 'kept' | 'due' (to `look`).
 */
export const forgetIndex = /* lua */ `${evenWhenFull}${prelude}
local o = base .. 'o'
if redis.call('EXISTS', o) == 0 then return 'none' end
local known = redis.call('HMGET', o, 'seq', 'empty', 'limit', 'leaving')
-- Without a cursor it is being built.
if not known[1] or known[3] or known[4] then return 'kept' end
if redis.call('EXISTS', base .. 'qs') == 1 then
  if known[2] then redis.call('HDEL', o, 'empty') end
  return 'kept'
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not known[2] then
  redis.call('HSET', o, 'empty', string.format('%.0f', now))
  return 'kept'
end
if now - tonumber(known[2]) < tonumber(ARGV[1]) then return 'kept' end
if ARGV[2] ~= 'drop' then return 'due' end
redis.call('DEL', o)
return 'none'
`;

/** Removes some of what a dropped index leaves, unless a new one is being built. Reply: how many users were removed. */
export const clearIndex = /* lua */ `${evenWhenFull}${prelude}
if redis.call('EXISTS', base .. 'o') == 1 then return 0 end
local users = redis.call('SPOP', base .. 'us', 500)
for _, U in ipairs(users) do redis.call('DEL', base .. 'uc:' .. U) end
if #users == 0 then redis.call('DEL', base .. 'ur', base .. 'bo', base .. 'us') end
return #users
`;

/** PURGE: ends every queue of a lane whose organization is deleted, and drops its index. `clearIndex` removes the rest. */
export const purge = /* lua */ `${evenWhenFull}${prelude}
for _, Q in ipairs(redis.call('SMEMBERS', base .. 'qs')) do erase(Q) end
for _, Q in ipairs(redis.call('SMEMBERS', base .. 'mv')) do redis.call('DEL', base .. 'ms:' .. Q, base .. 'mq:' .. Q) end
redis.call('DEL', base .. 'o', base .. 'gw', base .. 'mv')
return 'ok'
`;
