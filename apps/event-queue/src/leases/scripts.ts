/**
 * One heartbeat of a replica: adds it to the set of replicas, and removes those whose last heartbeat is older than the TTL. There is no key for
 * each partition, because all replicas compute the same owners from the same set. Two replicas may disagree for one round; then the cursor decides.
 * The cost does not depend on the number of partitions, and on the number of replicas only when it changes.
 * KEYS: 1 key base. ARGV: 1 replica, 2 TTL in ms, 3 the number of replicas that it knows, or '' to read their names.
 * Reply: [0] if there are as many as it knows, otherwise [1, names of the replicas].
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

/** Removes a replica, which releases all its partitions at once. KEYS: 1 key base. ARGV: 1 replica. */
export const release = /* lua */ `
redis.call('ZREM', KEYS[1] .. 'replicas', ARGV[1])
return 'ok'
`;
