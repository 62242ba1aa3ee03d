import type { Endpoint } from '@parley/contracts';
import type { Actor } from '../../client/actor.js';
import { ID_PARAMETERS } from './id-parameters.js';
import type { Ids } from './ids.js';

/** A request that contains one id of `ids`. */
interface Probe {
  readonly actor: Actor;
  readonly endpoint: Endpoint;
  /** The name of the parameter with the id. */
  readonly name: string;
  readonly value: unknown;
  readonly ids: Ids;
  /** The type of the message. */
  readonly type: string | undefined;
}

/** Other parameters that an endpoint needs before it looks up the id. By type of message if that matters. */
const COMPANIONS: Readonly<Record<string, unknown>> = {
  kind: 'oidc',
  config: { issuer: 'https://isolation.example', client_id: 'isolation' },
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
  report_type: 'spam',
  group_name: 'isolation',
  description: 'isolation',
  new_description: 'isolation',
  stream_names: [],
  // In the year 2096.
  scheduled_delivery_timestamp: 3_976_300_800,
};

/** Replacements for single endpoints, by name. */
const COMPANIONS_OF: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  setEditTyping: { op: 'start' },
  setTyping: { op: 'start', type: 'channel' },
};

/** The answer, with the requested id removed, because it differs on purpose. */
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
