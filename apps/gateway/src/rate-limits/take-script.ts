/**
 * A bucket holds at most `limit` tokens and is full again after `seconds`. Only the time at which it will be full is stored (the generic
 * cell rate algorithm), so a key takes a few bytes and expires by itself.
 */

/**
 * TAKE: takes the cost from each bucket, or nothing if one of them has too little.
 *
 * KEYS: buckets. ARGV: limit, seconds and cost of each, in their order.
 * Reply: the index of the empty bucket (0 if there is none), and for that bucket, or else for the first one: its remaining tokens,
 * milliseconds until it is full, milliseconds until the requested cost is available.
 */
export const TAKE = /* lua */ `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local after = {}
local function reply(empty, index, full, late)
  local window = tonumber(ARGV[3 * index - 1]) * 1000
  local left = math.floor((window - (full - now)) / (window / tonumber(ARGV[3 * index - 2])) + 0.001)
  return {empty, math.max(0, left), math.ceil(full - now), math.ceil(late)}
end
for index = 1, #KEYS do
  local window = tonumber(ARGV[3 * index - 1]) * 1000
  local taken = window / tonumber(ARGV[3 * index - 2]) * tonumber(ARGV[3 * index])
  local full = tonumber(redis.call('GET', KEYS[index]) or now)
  if full < now then full = now end
  local late = full + taken - now - window
  if late > 0.001 then return reply(index, index, full, late) end
  after[index] = full + taken
end
for index = 1, #KEYS do
  redis.call('SET', KEYS[index], string.format('%.3f', after[index]), 'PX', math.ceil(after[index] - now))
end
return reply(0, 1, after[1], 0)
`;

/** GIVE BACK: returns the cost to each bucket. KEYS and ARGV as for TAKE. */
export const GIVE_BACK = /* lua */ `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
for index = 1, #KEYS do
  local taken = tonumber(ARGV[3 * index - 1]) * 1000 / tonumber(ARGV[3 * index - 2]) * tonumber(ARGV[3 * index])
  local full = tonumber(redis.call('GET', KEYS[index]) or now) - taken
  if full > now then redis.call('SET', KEYS[index], string.format('%.3f', full), 'PX', math.ceil(full - now))
  else redis.call('DEL', KEYS[index]) end
end
return 0
`;
