import { z } from 'zod';
import { callJson } from '../load/http-client.js';
import { credentials, type Place } from '../prepare/places.js';
import { personOf, type Request, repeated, send } from './requests.js';
import { rowOf, type Scenario } from './scenario.js';
import { CONTENT, crowdOf, sendToChannel } from './sends.js';

/** Enough that no message gets a long history of edits. */
const EDITED_MESSAGES = 100;
/** The first people are subscribed already. */
const FIRST_SUBSCRIBER = 100;

const sent = z.object({ id: z.int() });

/** Adds and removes in turns, so that the rows stay as they are. */
function flag(name: string, messages: readonly number[], count: number): Request {
  const op = count % 2 === 0 ? 'add' : 'remove';
  return { method: 'POST', path: '/messages/flags', fields: { messages: JSON.stringify(messages), op, flag: name } };
}

function reaction({ messageIds }: Place, count: number): Request {
  return {
    method: count % 2 === 0 ? 'POST' : 'DELETE',
    path: `/messages/${messageIds[0]}/reactions`,
    fields: { emoji_name: 'tada' },
  };
}

function typing(place: Place, direct: boolean): Request {
  const to = direct
    ? { type: 'direct', to: JSON.stringify([place.people[1]?.id]) }
    : { type: 'channel', stream_id: String(crowdOf(place, 100)), topic: 'bench' };
  return { method: 'POST', path: '/typing', fields: { op: 'start', ...to } };
}

const presence: Scenario = {
  name: 'presence',
  needs: ['company'],
  run: async (bench) => {
    const place = bench.place('company');
    let count = 0;
    let last = -1;
    // Each time another person: a client reports once a minute, when its credentials are forgotten.
    const work = async () => {
      const person = personOf(place, count++);
      const answer = await callJson('POST', `${bench.target.base_url}/api/v1/users/me/presence`, credentials(person), {
        status: 'active',
        new_user_input: 'true',
        last_update_id: String(last),
      });
      last = Number(answer.presence_last_update_id);
    };
    return [rowOf('presence', ...(await bench.measureBeside('insert', 'company', { concurrency: 1, work })))];
  },
};

const edit: Scenario = {
  name: 'edit',
  needs: ['company'],
  run: async (bench) => {
    const place = bench.place('company');
    const author = personOf(place, 0);
    const { path, fields } = sendToChannel(crowdOf(place, 100));
    const ids: number[] = [];
    while (ids.length < EDITED_MESSAGES)
      ids.push(sent.parse(await callJson('POST', `${bench.target.base_url}/api/v1${path}`, credentials(author), fields)).id);
    let count = 0;
    const work = () => {
      count += 1;
      return send(bench, author, {
        method: 'PATCH',
        path: `/messages/${ids[count % ids.length]}`,
        fields: { content: `${CONTENT} Correction ${count}.` },
      });
    };
    return [rowOf('edit', ...(await bench.measureBeside('insert', 'company', { concurrency: 1, work })))];
  },
};

let subscriber = FIRST_SUBSCRIBER;

const subscribe: Scenario = {
  name: 'subscribe',
  needs: ['town'],
  run: async (bench) => {
    const place = bench.place('town');
    const subscriptions = JSON.stringify([{ name: 'town of 10 0' }]);
    // Each time another person, because one who is subscribed changes nothing.
    const work = () =>
      send(bench, personOf(place, subscriber++), { method: 'POST', path: '/users/me/subscriptions', fields: { subscriptions } });
    return [rowOf('subscribe', ...(await bench.measureBeside('insert', 'town', { concurrency: 1, work })))];
  },
};

export const changes: readonly Scenario[] = [
  repeated({
    name: 'flag-read-20',
    place: 'library',
    bare: 'insert',
    request: (place, _person, count) => flag('read', place.messageIds, count),
  }),
  repeated({
    name: 'flag-starred',
    place: 'library',
    bare: 'insert',
    request: (place, _person, count) => flag('starred', place.messageIds.slice(0, 1), count),
  }),
  repeated({ name: 'typing-direct', place: 'company', bare: 'read', request: (place) => typing(place, true) }),
  repeated({ name: 'typing-100', place: 'company', bare: 'read', request: (place) => typing(place, false) }),
  presence,
  edit,
  repeated({ name: 'reaction', place: 'library', bare: 'insert', request: (place, _person, count) => reaction(place, count) }),
  subscribe,
];
