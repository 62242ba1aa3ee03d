/**
 * One round of leasing, for all partitions at once. KEYS[1] is the key base. Among the replicas that were here within the TTL, each
 * partition prefers one (highest digest of name and partition), which takes it: free, or from whoever holds it. Taking it from a live
 * holder does no harm: both believe for a moment, and the cursor decides.
 * ARGV: 1 replica, 2 TTL in ms, 3 partitions. Reply: the partitions this replica holds now.
 */
export const lease = /* lua */ `
local base, me, ttl, partitions = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', base .. 'replicas', string.format('%.0f', now), me)
redis.call('ZREMRANGEBYSCORE', base .. 'replicas', '-inf', string.format('%.0f', now - ttl))
local replicas = redis.call('ZRANGE', base .. 'replicas', 0, -1)
local held = {}
for partition = 0, partitions - 1 do
  local preferred, best = me, ''
  for _, replica in ipairs(replicas) do
    local digest = redis.sha1hex(replica .. ':' .. partition)
    if digest > best then preferred, best = replica, digest end
  end
  local key = base .. partition
  local holder = redis.call('GET', key)
  if preferred == me then
    redis.call('SET', key, me, 'PX', ttl)
    held[#held + 1] = partition
  elseif holder == me then
    redis.call('DEL', key)
  end
end
return held
`;

/** Gives everything back at once. ARGV: 1 replica, 2 partitions. */
export const release = /* lua */ `
local base, me = KEYS[1], ARGV[1]
redis.call('ZREM', base .. 'replicas', me)
for partition = 0, tonumber(ARGV[2]) - 1 do
  if redis.call('GET', base .. partition) == me then redis.call('DEL', base .. partition) end
end
return 'ok'
`;
