/**
 * One round of leasing, for all partitions at once. KEYS[1] is the key base. Among the replicas that renewed within the TTL, each
 * partition belongs to one: the one with the highest digest of its name and the partition. No key per partition is needed, because all
 * replicas compute the same owner from the same set. Two replicas may disagree for one round; the cursor decides then.
 * ARGV: 1 replica, 2 TTL in ms, 3 partitions. Reply: the partitions that this replica holds now.
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
  if preferred == me then held[#held + 1] = partition end
end
return held
`;

/** Releases all partitions at once. ARGV: 1 replica. */
export const release = /* lua */ `
redis.call('ZREM', KEYS[1] .. 'replicas', ARGV[1])
return 'ok'
`;
