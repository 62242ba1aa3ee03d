import { prelude } from './prelude.js';

/**
 * INSPECT: the state of queues, without changes. ARGV: queues.
 * Reply, per queue: [] if it is gone, else
 * [descriptor, idle ms, acknowledged id or '', length, newest id, ms until it ends, waiter or '']
 */
export const inspect = /* lua */ `${prelude}
local found = {}
for _, Q in ipairs(ARGV) do
  local known = redis.call('HMGET', base .. 'q:' .. Q, 'descriptor', 'idle', 'floor')
  if known[1] and exists(Q) then
    local stream = base .. 's:' .. Q
    found[#found + 1] = {known[1], known[2], known[3] or '', redis.call('XLEN', stream), string.format('%.0f', newestOf(stream)),
      redis.call('PTTL', stream), redis.call('HGET', base .. 'gw', Q) or ''}
  else
    found[#found + 1] = {}
  end
end
return found
`;
