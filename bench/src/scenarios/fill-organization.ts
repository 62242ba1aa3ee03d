import { callOk } from '../load/http-client.js';
import { authorization, type Person, type Target } from '../target.js';
import { withDatabase } from './prepare.js';

/** Number of channels that each of the accounts is subscribed to. */
const CHANNELS_EACH = 20;
const PREFIX = 'bench register';

/**
 * Fills the organization up to `size` users, with shared channels: the demo users are in all of them; the others,
 * unused accounts, in some of them, and in the groups of their role.
 */
export async function fillOrganization(
  target: Target,
  people: readonly Person[],
  { size, channels }: { readonly size: number; readonly channels: number },
): Promise<void> {
  const [owner] = people;
  if (owner === undefined) throw new Error('the demo has no people');
  await callOk(
    'POST',
    `${target.base_url}/api/v1/users/me/subscriptions`,
    { authorization: authorization(owner) },
    {
      subscriptions: JSON.stringify(Array.from({ length: channels }, (_, n) => ({ name: `${PREFIX} ${n}` }))),
      principals: JSON.stringify(people.map((person) => person.user_id)),
    },
  );
  await withDatabase(target, async (client) => {
    await client.query(
      `WITH place AS (SELECT organization_id AS id FROM user_account WHERE id = $1),
       present AS (SELECT count(*)::int AS count FROM user_account WHERE organization_id = (SELECT id FROM place) AND is_active AND NOT is_bot),
       made AS (
         INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role)
         SELECT place.id, format('register-%s@bench.invalid', n), format('register-%s@bench.invalid', n), format('Registered %s', n), 400
         FROM place, present, generate_series(present.count + 1, $2::int) AS n RETURNING id, organization_id),
       grouped AS (
         INSERT INTO user_group_member (group_id, user_id, organization_id)
         SELECT g.id, made.id, made.organization_id FROM made
         JOIN user_group g ON g.organization_id = made.organization_id AND g.name IN ('role:members', 'role:fullmembers')),
       places AS (
         SELECT id, (row_number() OVER (ORDER BY id))::int AS place, (count(*) OVER ())::int AS count FROM channel
         WHERE organization_id = (SELECT id FROM place) AND name LIKE '${PREFIX} %'),
       joined AS (
         INSERT INTO subscription (user_id, channel_id, organization_id, active, color)
         SELECT made.id, places.id, made.organization_id, true, '#76ce90' FROM made
         JOIN places ON (places.place + made.id) % (places.count / $3::int) = 0 RETURNING user_id, channel_id, organization_id)
       INSERT INTO subscription_span (user_id, channel_id, organization_id, after_id)
       SELECT joined.user_id, joined.channel_id, joined.organization_id, counter.last_message_id
       FROM joined JOIN organization_counter counter USING (organization_id)`,
      [owner.user_id, size, CHANNELS_EACH],
    );
    await client.query(
      `UPDATE channel SET subscriber_count = (SELECT count(*) FROM subscription s WHERE s.channel_id = channel.id AND s.active)
       WHERE name LIKE '${PREFIX} %'`,
    );
    await client.query('ANALYZE user_account, user_group_member, channel, subscription, subscription_span');
  });
}
