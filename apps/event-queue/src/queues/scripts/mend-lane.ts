import { evenWhenFull, prelude } from './prelude.js';

/**
 * MEND: removes what Redis still has of a change that is complete or lost, from a lane that is in use: the mark that it was left, and its limit.
 * Queues that were under way from it are removed, because events after their positions may have been fanned out here.
 * ARGV: 1 number of the change whose plan is valid. Reply: 1 if something was removed, 0 if nothing was there or the lane is of a later change
 */
export const mendLane = /* lua */ `${evenWhenFull}${prelude}
local o = base .. 'o'
local change, leaving, limit = unpack(redis.call('HMGET', o, 'change', 'leaving', 'limit'))
if not leaving and not limit then return 0 end
if tonumber(change or '0') > tonumber(ARGV[1]) or tonumber(leaving or '0') > tonumber(ARGV[1]) then return 0 end
for _, Q in ipairs(redis.call('SMEMBERS', base .. 'mv')) do redis.call('DEL', base .. 'ms:' .. Q, base .. 'mq:' .. Q) end
redis.call('DEL', base .. 'mv')
redis.call('HDEL', o, 'leaving', 'limit', 'mover')
redis.call('HSET', o, 'change', ARGV[1])
redis.call('PERSIST', o)
return 1
`;
