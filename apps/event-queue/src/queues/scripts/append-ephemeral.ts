import { EVENT_ID_STEP, firstEphemeralId } from '@parley/contracts';
import { prelude } from './prelude.js';

const FIRST_UNLOGGED = firstEphemeralId(0);

/**
 * UNLOGGED: appends one ephemeral event, with its body, after the last logged one. The upper half of a seq's ids is for these events. When
 * it is used up, they are dropped until the next logged event begins a new range. A long queue belongs to a client that is offline, so it
 * receives none of them.
 *
 * The cursor must not have moved since the audience was resolved. Otherwise a user who lost access meanwhile could receive the event.
 *
 * ARGV: 1 cursor, 2 body, 3 the length at which a queue receives no more of these, 4 incarnation, then the queues.
 * Reply: ['moved'] | ['full'] | ['ok', added, gone queues, waiters, ids that are left]
 */
export const appendEphemeral = /* lua */ `${prelude}
local o = base .. 'o'
local seq = redis.call('HGET', o, 'seq')
if seq ~= ARGV[1] or (redis.call('HGET', o, 'inc') or '') ~= ARGV[4] then return {'moved'} end
local room = ${EVENT_ID_STEP - FIRST_UNLOGGED}
local n = tonumber(redis.call('HGET', o, 'un') or '0')
if n >= room then return {'full'} end
redis.call('HSET', o, 'un', string.format('%.0f', n + 1))
local id = string.format('%.0f', tonumber(seq) * ${EVENT_ID_STEP} + ${FIRST_UNLOGGED} + n)

local wake, gone = {}, {}
local added = 0
local longest = tonumber(ARGV[3])
for i = 5, #ARGV do
  local Q = ARGV[i]
  if redis.call('XLEN', base .. 's:' .. Q) < longest then
    local outcome, failure = add(Q, id, ARGV[2])
    if failure then return failure end
    if outcome == 'gone' then
      gone[#gone + 1] = Q
    else
      wake[#wake + 1] = Q
      if outcome == 'added' then added = added + 1 end
    end
  end
end
return {'ok', added, gone, waiters(wake), room - n - 1}
`;
