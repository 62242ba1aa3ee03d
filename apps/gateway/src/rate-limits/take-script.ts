/**
 * TAKE: takes `cost` from a bucket that holds at most `limit` and is full again after `seconds`; all or nothing. What the bucket lacks is
 * kept as one time, the moment it will be full (the generic cell rate algorithm), so a key costs a few bytes and expires by itself.
 *
 * KEYS: 1 bucket. ARGV: 1 limit, 2 seconds, 3 cost (0: only looks whether one is left).
 * Reply: allowed (1 or 0), left in the bucket, milliseconds until it is full, milliseconds until what was asked for is there.
 */
export const TAKE = /* lua */ `
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000
local cost = tonumber(ARGV[3])
local each = window / limit
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local full = tonumber(redis.call('GET', KEYS[1]) or now)
if full < now then full = now end
local after = full + each * math.max(cost, 1)
local late = after - now - window
local allowed = late <= 0.001
if allowed and cost > 0 then
  full = full + each * cost
  redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now))
end
local left = math.floor((window - (full - now)) / each + 0.001)
return {allowed and 1 or 0, math.max(0, left), math.ceil(full - now), allowed and 0 or math.ceil(late)}
`;
