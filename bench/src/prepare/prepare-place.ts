import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type pg from 'pg';
import { callJson } from '../load/http-client.js';
import type { Target } from '../target.js';
import { newApiKey } from './api-keys.js';
import { fillMessages } from './fill-messages.js';
import { credentials, type Person, PLACES, type Place, type PlaceName, type PlacePlan } from './places.js';

const CHANNELS_PER_CALL = 100;
/** The first people are in every channel: they are those who register, send and read. */
const IN_ALL = 10;
const OWNER = 100;
const MEMBER = 400;

/**
 * Creates an organization through the services, and fills it directly in the tables: thousands of people at once, with API keys that the bench
 * knows. The services must be restarted afterwards, because they may keep what they read of it.
 */
export function preparePlace(target: Target, client: pg.Client, name: PlaceName): Promise<Place> {
  return prepareOrganization(target, client, name, PLACES[name]);
}

export async function prepareOrganization(target: Target, client: pg.Client, name: string, plan: PlacePlan): Promise<Place> {
  const organizationId = await createOrganization(target, client, `bench-${name}`);
  const people = await insertPeople(target, client, organizationId, plan.people);
  const channelIds = await createChannels(target, people.slice(0, IN_ALL), name, plan.channels);
  await subscribeSome(client, organizationId, channelIds, plan.channelsEach);
  const crowds: Record<string, number> = {};
  for (const size of plan.crowds) {
    const [channelId = 0] = await createChannels(target, people.slice(0, IN_ALL), `${name} of ${size}`, 1);
    await subscribeFirst(client, channelId, people.slice(0, size));
    crowds[size] = channelId;
  }
  await countSubscribers(client, organizationId);
  const place = { organizationId, people, channelIds, crowds, messageIds: [] };
  if (plan.messages === 0) return place;
  await fillMessages(target, client, place, plan);
  return { ...place, messageIds: await middleOf(client, organizationId, channelIds) };
}

async function createOrganization(target: Target, client: pg.Client, stringId: string): Promise<number> {
  const { program, environment } = target.admin;
  await promisify(execFile)(process.execPath, [program, 'create-organization', stringId, stringId], {
    env: { ...environment, INSTANCE: 'admin', LOG_LEVEL: 'warn' },
  });
  const { rows } = await client.query<{ id: number }>('SELECT id FROM organization WHERE string_id = $1', [stringId]);
  if (rows[0] === undefined) throw new Error(`${stringId} was not created`);
  return rows[0].id;
}

async function insertPeople(target: Target, client: pg.Client, organizationId: number, count: number): Promise<Person[]> {
  const { rows } = await client.query<{ id: number; email: string }>(
    `INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role, joined_at)
     SELECT $1, format('person%s@bench.example', n), format('person%s@bench.example', n), format('Person Number %s', n),
       CASE n WHEN 1 THEN ${OWNER} ELSE ${MEMBER} END, now() - interval '1 year'
     FROM generate_series(1, $2::int) AS n ORDER BY n RETURNING id, api_email AS email`,
    [organizationId, count],
  );
  const keyed = rows.map((row) => ({ ...row, ...newApiKey(target.key_secret) }));
  await client.query(
    `INSERT INTO api_key (user_id, organization_id, digest, sealed)
     SELECT id, $1, digest, '' FROM unnest($2::int[], $3::bytea[]) AS given (id, digest)`,
    [organizationId, keyed.map(({ id }) => id), keyed.map(({ digest }) => digest)],
  );
  await client.query('SELECT copy_user_defaults($1, id) FROM unnest($2::int[]) AS id', [organizationId, keyed.map(({ id }) => id)]);
  return keyed.map(({ id, email, key }) => ({ id, email, key }));
}

async function createChannels(target: Target, people: readonly Person[], prefix: string, count: number): Promise<number[]> {
  const [owner] = people;
  if (owner === undefined) throw new Error('channels need an owner');
  const names = Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
  const ids: number[] = [];
  for (let from = 0; from < count; from += CHANNELS_PER_CALL) {
    const some = names.slice(from, from + CHANNELS_PER_CALL);
    await callJson('POST', `${target.base_url}/api/v1/users/me/subscriptions`, credentials(owner), {
      subscriptions: JSON.stringify(some.map((name) => ({ name, description: `Where people talk about ${name}` }))),
      principals: JSON.stringify(people.map(({ id }) => id)),
    });
  }
  for (const name of names) {
    const { stream_id: id } = await callJson('GET', `${target.base_url}/api/v1/get_stream_id`, credentials(owner), { stream: name });
    ids.push(Number(id));
  }
  return ids;
}

/** Everyone in the same number of channels. */
async function subscribeSome(client: pg.Client, organizationId: number, channelIds: readonly number[], each: number): Promise<void> {
  await client.query(
    `WITH wanted AS (
       SELECT u.id AS user_id, c.id AS channel_id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM user_account WHERE organization_id = $1 AND NOT is_bot) u
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM unnest($2::int[]) AS id) c
         ON (u.n + c.n) % greatest(cardinality($2::int[]) / $3::int, 1) = 0),
     ${INSERT_WANTED}`,
    [organizationId, channelIds, each],
  );
}

async function subscribeFirst(client: pg.Client, channelId: number, people: readonly Person[]): Promise<void> {
  await client.query(`WITH wanted AS (SELECT user_id, $1::int AS channel_id FROM unnest($2::int[]) AS user_id), ${INSERT_WANTED}`, [
    channelId,
    people.map(({ id }) => id),
  ]);
}

/** Those who are subscribed already stay so. */
const INSERT_WANTED = `made AS (
   INSERT INTO subscription (user_id, channel_id, organization_id, active, color)
   SELECT wanted.user_id, wanted.channel_id, c.organization_id, true, '#76ce90' FROM wanted JOIN channel c ON c.id = wanted.channel_id
   ON CONFLICT DO NOTHING RETURNING user_id, channel_id, organization_id)
 INSERT INTO subscription_span (user_id, channel_id, organization_id, after_id)
 SELECT made.user_id, made.channel_id, made.organization_id, counter.last_message_id
 FROM made JOIN organization_counter counter USING (organization_id)`;

async function countSubscribers(client: pg.Client, organizationId: number): Promise<void> {
  await client.query(
    `UPDATE channel SET subscriber_count = (SELECT count(*) FROM subscription s WHERE s.channel_id = channel.id AND s.active)
     WHERE organization_id = $1`,
    [organizationId],
  );
}

async function middleOf(client: pg.Client, organizationId: number, channelIds: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `WITH middle AS (
       SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) AS id FROM message WHERE organization_id = $1 AND channel_id = $2)
     SELECT message.id::int AS id FROM message, middle WHERE organization_id = $1 AND channel_id = $2 AND message.id >= middle.id
     ORDER BY message.id LIMIT 20`,
    [organizationId, channelIds[0]],
  );
  return rows.map(({ id }) => id);
}
