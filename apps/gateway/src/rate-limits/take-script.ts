/**
 * A bucket holds at most `limit` and is full again after `seconds`. What it lacks is kept as one time, the moment it will be full (the generic cell
 * rate algorithm), so a key costs a few bytes and expires by itself.
 */

/**
 * TAKE: takes its cost from each of some buckets, or nothing where one of them has less.
 *
 * KEYS: buckets. ARGV: limit, seconds and cost of each, in their order.
 * Reply: the place of the empty bucket (0: there is none), and of that bucket, or else of the first one: left in it, milliseconds until it is full,
 * milliseconds until as much as was asked for is there.
 */
export const TAKE = /* lua */ `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local after = {}
local function reply(empty, place, full, late)
  local window = tonumber(ARGV[3 * place - 1]) * 1000
  local left = math.floor((window - (full - now)) / (window / tonumber(ARGV[3 * place - 2])) + 0.001)
  return {empty, math.max(0, left), math.ceil(full - now), math.ceil(late)}
end
for place = 1, #KEYS do
  local window = tonumber(ARGV[3 * place - 1]) * 1000
  local taken = window / tonumber(ARGV[3 * place - 2]) * tonumber(ARGV[3 * place])
  local full = tonumber(redis.call('GET', KEYS[place]) or now)
  if full < now then full = now end
  local late = full + taken - now - window
  if late > 0.001 then return reply(place, place, full, late) end
  after[place] = full + taken
end
for place = 1, #KEYS do
  redis.call('SET', KEYS[place], string.format('%.3f', after[place]), 'PX', math.ceil(after[place] - now))
end
return reply(0, 1, after[1], 0)
`;

/** GIVE BACK: puts its cost back into each of some buckets. KEYS and ARGV as for TAKE. */
export const GIVE_BACK = /* lua */ `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
for place = 1, #KEYS do
  local taken = tonumber(ARGV[3 * place - 1]) * 1000 / tonumber(ARGV[3 * place - 2]) * tonumber(ARGV[3 * place])
  local full = tonumber(redis.call('GET', KEYS[place]) or now) - taken
  if full > now then redis.call('SET', KEYS[place], string.format('%.3f', full), 'PX', math.ceil(full - now))
  else redis.call('DEL', KEYS[place]) end
end
return 0
`;
