import pg from 'pg';
import { callOk } from '../load/http-client.js';
import { authorization, type Person, type Target } from '../target.js';

/** A separate channel for a scenario, to which the demo users are subscribed. */
export async function createChannel(target: Target, people: readonly Person[], name: string): Promise<number> {
  const [owner] = people;
  if (owner === undefined) throw new Error('the demo has no people');
  const headers = { authorization: authorization(owner) };
  await callOk('POST', `${target.base_url}/api/v1/users/me/subscriptions`, headers, {
    subscriptions: JSON.stringify([{ name }]),
    principals: JSON.stringify(people.map((person) => person.user_id)),
  });
  const { stream_id: id } = await callOk('GET', `${target.base_url}/api/v1/get_stream_id`, headers, { stream: name });
  return Number(id);
}

/** Fills a channel up to `subscribers` with unused accounts, directly in the tables, because only sending to them is measured. */
export async function fillChannel(target: Target, channelId: number, subscribers: number): Promise<void> {
  await withDatabase(target, async (client) => {
    await client.query('BEGIN');
    await client.query(
      `WITH place AS (SELECT organization_id, subscriber_count FROM channel WHERE id = $1),
       filler AS (
         INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role)
         SELECT organization_id, format('filler-%s-%s@bench.invalid', $1::int, n), format('filler-%s-%s@bench.invalid', $1::int, n), format('Filler %s', n), 400
         FROM place, generate_series(1, greatest($2::int - subscriber_count, 0)) AS n
         RETURNING id, organization_id),
       joined AS (
         INSERT INTO subscription (user_id, channel_id, organization_id, active, color)
         SELECT id, $1, organization_id, true, '#76ce90' FROM filler RETURNING user_id, organization_id)
       INSERT INTO subscription_span (user_id, channel_id, organization_id, after_id)
       SELECT joined.user_id, $1, joined.organization_id, counter.last_message_id
       FROM joined JOIN organization_counter counter USING (organization_id)`,
      [channelId, subscribers],
    );
    await client.query(
      'UPDATE channel SET subscriber_count = (SELECT count(*) FROM subscription WHERE channel_id = $1 AND active) WHERE id = $1',
      [channelId],
    );
    await client.query('COMMIT');
    await client.query('ANALYZE subscription, subscription_span, user_account');
  });
}

export async function withDatabase<T>(target: Target, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: target.database_url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Inserts unused accounts directly into the table. Returns their ids. */
export async function addAccounts(target: Target, organizationOf: number, count: number, tag: string): Promise<number[]> {
  return withDatabase(target, async (client) => {
    const made = await client.query<{ id: number }>(
      `INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role)
       SELECT organization_id, format('%s-%s@bench.invalid', $3::text, n), format('%s-%s@bench.invalid', $3::text, n), format('Crowd %s', n), 400
       FROM user_account, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING id`,
      [organizationOf, count, tag],
    );
    return made.rows.map((row) => row.id);
  });
}

/** Simulates that all users of this account's organization have just reported their presence. */
export async function reportEverybody(target: Target, organizationOf: number): Promise<void> {
  await withDatabase(target, async (client) => {
    await client.query(
      `WITH people AS (
         SELECT u.id, u.organization_id, row_number() OVER (ORDER BY u.id) AS update_id FROM user_account u
         WHERE u.organization_id = (SELECT organization_id FROM user_account WHERE id = $1) AND u.is_active AND NOT u.is_bot),
       noted AS (
         INSERT INTO user_presence (user_id, organization_id, update_id, active_at, idle_at)
         SELECT id, organization_id, update_id, now(), now() FROM people
         ON CONFLICT (user_id, organization_id) DO UPDATE SET update_id = excluded.update_id, active_at = excluded.active_at, idle_at = excluded.idle_at)
       INSERT INTO presence_sequence (organization_id, last_update_id) SELECT organization_id, count(*) FROM people GROUP BY 1
       ON CONFLICT (organization_id) DO UPDATE SET last_update_id = excluded.last_update_id`,
      [organizationOf],
    );
    await client.query('ANALYZE user_account, user_presence');
  });
}

/** Restricts posting in a channel to the innermost of `depth` nested groups, and adds one user to it. */
export async function nestPermission(target: Target, channelId: number, userId: number, depth: number): Promise<void> {
  await withDatabase(target, async (client) => {
    await client.query(
      `WITH place AS (SELECT organization_id FROM channel WHERE id = $1),
       made AS (
         INSERT INTO user_group (organization_id, name) SELECT organization_id, format('bench %s %s', $1::int, n)
         FROM place, generate_series(1, $3::int) AS n ORDER BY n RETURNING id, organization_id),
       chain AS (SELECT id, organization_id, lead(id) OVER (ORDER BY id) AS inner_id FROM made),
       linked AS (
         INSERT INTO user_group_subgroup (group_id, subgroup_id, organization_id)
         SELECT id, inner_id, organization_id FROM chain WHERE inner_id IS NOT NULL),
       joined AS (
         INSERT INTO user_group_member (group_id, user_id, organization_id)
         SELECT id, $2::int, organization_id FROM chain WHERE inner_id IS NULL)
       UPDATE channel SET can_send_message_group = (SELECT min(id) FROM made) WHERE id = $1`,
      [channelId, userId, depth],
    );
    await client.query('ANALYZE user_group, user_group_subgroup, user_group_member');
  });
}
