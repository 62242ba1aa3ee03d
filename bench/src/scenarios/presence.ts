import { callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import { authorization, type Person, readOtherPeople, type Target } from '../target.js';
import { addAccounts, reportEverybody } from './prepare.js';

const SIZES = [100, 1_000, 5_000] as const;
const SECONDS_PER_MINUTE = 60;

/**
 * The bytes of presence per client and minute if everyone is online: the response to a report, with all changes since the last one,
 * at the interval that the organization sets for its clients. In the second demo organization, which no other scenario fills.
 */
export async function measurePresence(target: Target, _: readonly Person[], __: Scale, progress: Progress): Promise<Row[]> {
  const [person] = readOtherPeople(target);
  if (person === undefined) throw new Error('the other organization has no people');
  const headers = { authorization: authorization(person) };
  const rows: Row[] = [];
  for (const size of SIZES) {
    const scenario = `presence, ${size} people online, bytes per client and minute`;
    progress(scenario);
    await addAccounts(target, person.user_id, size - (await accounts(target, headers)), `presence-${size}`);
    await reportEverybody(target, person.user_id);
    const startedAt = performance.now();
    const answer = await callOk('POST', `${target.base_url}/api/v1/users/me/presence`, headers, { status: 'active', last_update_id: '0' });
    const p50 = performance.now() - startedAt;
    const interval = Number(
      (await callOk('POST', `${target.base_url}/api/v1/register`, headers, { fetch_event_types: '["realm"]' }))
        .server_presence_ping_interval_seconds,
    );
    const bytesPerMinute = (Buffer.byteLength(JSON.stringify(answer)) * SECONDS_PER_MINUTE) / interval;
    rows.push({ scenario, measured: { p50, kilobytes: bytesPerMinute / 1_000 } });
  }
  return rows;
}

async function accounts(target: Target, headers: Record<string, string>): Promise<number> {
  const { members } = await callOk('GET', `${target.base_url}/api/v1/users`, headers);
  const people = Array.isArray(members) ? members.filter((member) => member.is_active === true && member.is_bot === false) : [];
  return people.length;
}
