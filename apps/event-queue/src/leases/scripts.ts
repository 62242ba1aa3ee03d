/**
 * One heartbeat of a replica. Its cost does not depend on the number of partitions, nor, while nothing changes, on that of replicas. KEYS[1] is the key base. No key per partition is needed,
 * because all replicas compute the same owners from the same set. Two replicas may disagree for one round; the cursor decides then.
 * ARGV: 1 replica, 2 TTL in ms, 3 the number of replicas that it knows, or ''.
 * Reply: [0], or [1, the replicas that renewed within the TTL] if their number is another one.
 */
export const heartbeat = /* lua */ `
local key, me, ttl = KEYS[1] .. 'replicas', ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', key, string.format('%.0f', now), me)
redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', now - ttl))
if tostring(redis.call('ZCARD', key)) == ARGV[3] then return {0} end
return {1, redis.call('ZRANGE', key, 0, -1)}
`;

/** Releases all partitions at once. ARGV: 1 replica. */
export const release = /* lua */ `
redis.call('ZREM', KEYS[1] .. 'replicas', ARGV[1])
return 'ok'
`;
