import pg from 'pg';
import { callOk } from '../load/http-client.js';
import { authorization, type Person, type Target } from '../target.js';

/** A channel of its own for a scenario, with the people of the demo subscribed. */
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

/** Fills a channel up to `subscribers` with accounts nobody uses, straight into the tables: what is measured is sending to them. */
export async function fillChannel(target: Target, channelId: number, subscribers: number): Promise<void> {
  const client = new pg.Client({ connectionString: target.database_url });
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
}
