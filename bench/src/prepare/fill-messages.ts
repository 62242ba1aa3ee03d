import type pg from 'pg';
import { callOk } from '../load/http-client.js';
import type { Target } from '../target.js';
import { credentials, type Place, type PlacePlan } from './places.js';

const TOPICS_PER_CHANNEL = 10;
const CHUNK = 50_000;
/** One in twenty is direct. */
const DIRECT_EVERY = 20;

/**
 * Inserts messages directly into the tables. A few channels have most of them; one in twenty is direct, from the second person to the first. The
 * first person is mentioned in every 100th and has starred every 500th.
 */
export async function fillMessages(target: Target, client: pg.Client, place: Place, plan: PlacePlan): Promise<void> {
  const [reader, colleague] = place.people;
  if (reader === undefined || colleague === undefined) throw new Error('messages need two people');
  await callOk('POST', `${target.base_url}/api/v1/messages`, credentials(reader), {
    type: 'direct',
    to: JSON.stringify([colleague.id]),
    content: 'hello',
  });
  const fill = { ...place, readerId: reader.id, colleagueId: colleague.id };
  await client.query('SELECT setseed(0.5)');
  await insertTopics(client, fill);
  for (let from = 1; from <= plan.messages; from += CHUNK)
    await insertMessages(client, fill, from, Math.min(from + CHUNK - 1, plan.messages));
  await settle(client, fill, plan.halfRead);
}

interface Fill extends Place {
  readonly readerId: number;
  readonly colleagueId: number;
}

async function insertTopics(client: pg.Client, { channelIds }: Fill): Promise<void> {
  await client.query(
    `INSERT INTO topic (organization_id, channel_id, key, max_message_id)
     SELECT c.organization_id, c.id, 'topic ' || n, 0 FROM channel c, generate_series(0, $2::int - 1) AS n WHERE c.id = ANY ($1::int[])`,
    [channelIds, TOPICS_PER_CHANNEL],
  );
}

async function insertMessages(client: pg.Client, fill: Fill, from: number, until: number): Promise<void> {
  const { organizationId, readerId, colleagueId, people, channelIds } = fill;
  await client.query('BEGIN');
  await client.query('SELECT FROM organization_counter WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  await client.query(
    `WITH said AS MATERIALIZED (
       SELECT n, n % ${DIRECT_EVERY} = 0 AS is_direct, floor(random() * ${TOPICS_PER_CHANNEL})::int AS topic,
         ($4::int[])[1 + floor(cardinality($4::int[]) * power(random(), 3))] AS channel_id, ($5::int[])[1 + n % cardinality($5::int[])] AS sender_id,
         format('Status update %s: the **quick** brown fox reads the page about the quarterly report and answers at once.', n) AS content,
         format('<p>Status update %s: the <strong>quick</strong> brown fox reads the page about the quarterly report and answers at once.</p>', n) AS rendered
       FROM generate_series($6::int, $7::int) AS n
     ), made AS (
       INSERT INTO message (id, organization_id, channel_id, topic_id, topic, conversation_id, sender_id, sent_at, content, rendered, client_name)
       SELECT nextval('message_id_seq'), $1, CASE WHEN NOT is_direct THEN said.channel_id END, CASE WHEN NOT is_direct THEN t.id END,
         CASE WHEN NOT is_direct THEN t.key END,
         CASE WHEN is_direct THEN (SELECT conversation_id FROM conversation_participant WHERE user_id = $2 AND organization_id = $1 LIMIT 1) END,
         CASE WHEN is_direct THEN $3 ELSE said.sender_id END, clock_timestamp(), content, rendered, 'bench'
       FROM said JOIN topic t ON t.channel_id = said.channel_id AND t.key = 'topic ' || said.topic ORDER BY n
       RETURNING id, organization_id, channel_id, conversation_id, topic, content
     ), flagged AS (
       INSERT INTO message_flag (user_id, organization_id, message_id, flags)
       SELECT $2, organization_id, id, CASE WHEN id % 500 = 0 THEN 3 ELSE 8 END FROM made WHERE id % 500 = 0 OR (id % 100 = 0 AND channel_id IS NOT NULL)
     )
     INSERT INTO message_search (organization_id, message_id, received_channel_id, conversation_id, tsv)
     SELECT organization_id, id, channel_id, conversation_id, to_tsvector('english', concat_ws(' ', topic, content)) FROM made`,
    [organizationId, readerId, colleagueId, channelIds, people.map(({ id }) => id), from, until],
  );
  await client.query(
    'UPDATE organization_counter SET last_message_id = (SELECT last_value FROM message_id_seq) WHERE organization_id = $1',
    [organizationId],
  );
  await client.query('COMMIT');
}

async function settle(client: pg.Client, { organizationId, readerId, channelIds }: Fill, halfRead: boolean): Promise<void> {
  await client.query(
    `UPDATE topic t SET max_message_id = coalesce((SELECT max(m.id) FROM message m WHERE m.topic_id = t.id AND m.organization_id = $1), 0)
     WHERE t.organization_id = $1`,
    [organizationId],
  );
  await client.query(
    `UPDATE conversation v SET last_message_id = (SELECT max(m.id) FROM message m WHERE m.conversation_id = v.id AND m.organization_id = $1)
     WHERE v.organization_id = $1`,
    [organizationId],
  );
  if (halfRead) {
    await client.query(
      `INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
       SELECT $1, c, $3, (SELECT (min(id) + max(id)) / 2 FROM message WHERE organization_id = $3) FROM unnest($2::int[]) AS c
       ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = excluded.read_id`,
      [readerId, channelIds, organizationId],
    );
  }
}
