import { EVENT_ID_STEP, firstUnloggedId } from '@parley/contracts';
import { prelude } from './prelude.js';

const FIRST_UNLOGGED = firstUnloggedId(0);

/**
 * UNLOGGED: appends one event that is not in the log, with its body, behind the last logged one. The upper half of a seq's ids is for
 * these; when it is used up, the event is dropped until the next logged event begins a new range. A queue that holds many entries belongs to
 * a client that is away: it gets none of these on top, which are of the moment only.
 *
 * The cursor must be where it was when the audience was resolved: else somebody may have left since, who must not hear of it.
 *
 * ARGV: 1 cursor, 2 body, 3 the longest a queue may be that still gets these, 4 incarnation, then the queues.
 * Reply: ['moved'] | ['full'] | ['ok', added, gone queues, waiters, ids that are left]
 */
export const appendUnlogged = /* lua */ `${prelude}
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
