import type { Endpoint } from '@parley/contracts';
import type { Actor } from '../../client/actor.js';
import { ID_PARAMETERS } from './id-parameters.js';
import type { Ids } from './ids.js';

/** A request with one id in it, of `ids`. */
interface Probe {
  readonly actor: Actor;
  readonly endpoint: Endpoint;
  /** Of the parameter that holds it. */
  readonly name: string;
  readonly value: unknown;
  readonly ids: Ids;
  /** Of the address of a message. */
  readonly type: string | undefined;
}

/** What else an endpoint needs to get as far as looking the id up. By the type of address where that matters. */
const COMPANIONS: Readonly<Record<string, unknown>> = {
  op: 'add',
  flag: 'starred',
  content: 'an attempt',
  emoji_name: 'tada',
  msg_type: 'widget',
  topic: 'isolation',
  topic_name: 'isolation',
  last_event_id: -1,
  dont_block: true,
  num_before: 1,
  num_after: 1,
  anchor: 'newest',
  subscriptions: ['isolation'],
  members: [],
  name: 'isolation',
  is_pinned: true,
  full_name: 'Isolation',
  short_name: 'isolation',
  pattern: 'isolation',
  url_template: 'https://isolation.example.com',
  pygments_language: 'Python',
  allow_subdomains: true,
  password: 'wrong password',
  invitee_emails: 'isolation@invited.example',
  stream_ids: [],
  visibility_policy: 1,
};

/** And what one endpoint needs instead, by its name. */
const COMPANIONS_OF: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  setEditTyping: { op: 'start' },
  setTyping: { op: 'start', type: 'channel' },
};

/** The answer without what differs on purpose: the id that was asked for. */
export async function probe({ actor, endpoint, name, value, ids, type }: Probe) {
  const wanted = { ...COMPANIONS, ...COMPANIONS_OF[endpoint.name] };
  const companions = Object.fromEntries(Object.entries(wanted).filter(([companion]) => companion in endpoint.params));
  const others = Object.keys(endpoint.params).filter(
    (other) => other !== name && endpoint.params[other]?.options.required && !(other in companions),
  );
  const filled = Object.fromEntries(others.map((other) => [other, ID_PARAMETERS[other]?.[0]?.(ids)]));
  const params = { ...companions, ...filled, ...(type === undefined ? {} : { type }), [name]: value };
  const answer = await actor.call(endpoint, params);
  return { status: answer.status, body: withoutIds(JSON.stringify(answer.body), ids) };
}

function withoutIds(text: string, ids: Ids): string {
  return Object.values(ids)
    .map(String)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (rest, id) => rest.replaceAll(new RegExp(`(?<![\\w.])${id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\.?\\w)`, 'g'), '<id>'),
      text,
    )
    .replace(/"(last_event_id|server_timestamp|presence_last_update_id)":[\d.]+/g, '"$1":0')
    .replace(/"queue_id":"[^"]+"/g, '"queue_id":"<queue>"');
}
