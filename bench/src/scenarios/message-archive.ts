import type pg from 'pg';
import { callOk } from '../load/http-client.js';
import type { Progress } from '../report/row.js';
import { authorization, type Person, type Target } from '../target.js';
import { withDatabase } from './prepare.js';

const CHANNELS = 1_000;
const CHANNELS_PER_CALL = 250;
const TOPICS_PER_CHANNEL = 10;
const CHUNK = 50_000;

/** An organization with many messages. */
export interface MessageArchive {
  /** Has about a tenth of all messages. */
  readonly largestChannelId: number;
  /** Has as many messages as one page. */
  readonly smallChannelId: number;
  readonly topic: string;
  /** In the middle of the largest channel. */
  readonly middleId: number;
  /** The newest messages of the largest channel that are unread for the reader. */
  readonly unreadIds: readonly number[];
}

/** Words, and how many of a hundred thousand messages contain them. */
const WORDS = { meeting: 80_000, budget: 1_000, zebra: 5 } as const;
export const PHRASE = 'quarterly report';

/**
 * Inserts `count` messages directly into the tables of the users' organization, in 1,000 channels to which all of them are subscribed. A few
 * channels have most messages; one in twenty is direct. The first user is mentioned in every 100th, has starred every 500th and has read the older
 * half.
 */
export async function fillArchive(
  target: Target,
  people: readonly Person[],
  count: number,
  run: string,
  progress: Progress,
): Promise<MessageArchive> {
  const [reader, colleague] = people;
  if (reader === undefined || colleague === undefined) throw new Error('the demo has too few people');
  const channelIds = await createChannels(target, people, run);
  await callOk(
    'POST',
    `${target.base_url}/api/v1/messages`,
    { authorization: authorization(reader) },
    {
      type: 'direct',
      to: JSON.stringify([colleague.user_id]),
      content: 'hello',
    },
  );
  return withDatabase(target, async (client) => {
    const place = {
      readerId: reader.user_id,
      colleagueId: colleague.user_id,
      peopleIds: people.map((person) => person.user_id),
      channelIds,
    };
    await insertTopics(client, place);
    for (let from = 1; from <= count; from += CHUNK) {
      progress(`message archive: ${from - 1} of ${count}`);
      await insertMessages(client, place, from, Math.min(from + CHUNK - 1, count));
    }
    await settle(client, place);
    return describe(client, place);
  });
}

async function createChannels(target: Target, people: readonly Person[], run: string): Promise<number[]> {
  const [owner] = people;
  if (owner === undefined) throw new Error('no user to create channels');
  const headers = { authorization: authorization(owner) };
  const names = Array.from({ length: CHANNELS }, (_, n) => `archive ${run} ${n}`);
  for (let from = 0; from < CHANNELS; from += CHANNELS_PER_CALL) {
    await callOk('POST', `${target.base_url}/api/v1/users/me/subscriptions`, headers, {
      subscriptions: JSON.stringify(names.slice(from, from + CHANNELS_PER_CALL).map((name) => ({ name }))),
      principals: JSON.stringify(people.map((person) => person.user_id)),
    });
  }
  return withDatabase(target, async (client) => {
    const made = await client.query<{ id: number }>('SELECT id FROM channel WHERE name = ANY ($1) ORDER BY id', [names]);
    return made.rows.map((row) => row.id);
  });
}

interface Place {
  readonly readerId: number;
  readonly colleagueId: number;
  readonly peopleIds: readonly number[];
  readonly channelIds: readonly number[];
}

async function insertTopics(client: pg.Client, { channelIds }: Place): Promise<void> {
  await client.query(
    `INSERT INTO topic (organization_id, channel_id, key, max_message_id)
     SELECT c.organization_id, c.id, 'topic ' || n, 0 FROM channel c, generate_series(0, $2::int - 1) AS n WHERE c.id = ANY ($1::int[])`,
    [channelIds, TOPICS_PER_CHANNEL],
  );
}

async function insertMessages(client: pg.Client, place: Place, from: number, until: number): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT FROM organization_counter c JOIN user_account u USING (organization_id) WHERE u.id = $1 FOR UPDATE OF c', [
    place.readerId,
  ]);
  const said = Object.entries(WORDS).map(([word, share]) => `CASE WHEN (n::bigint * 7919) % 100000 < ${share} THEN '${word}' END`);
  await client.query(
    `WITH conversation_of AS (
       SELECT mine.conversation_id FROM conversation_participant mine JOIN conversation_participant other USING (conversation_id)
       WHERE mine.user_id = $1 AND other.user_id = $2 ORDER BY mine.conversation_id LIMIT 1
     ), said AS MATERIALIZED (
       SELECT n, n % 20 = 0 AS is_direct, ($4::int[])[1 + floor(1000 * power(random(), 3))] AS channel_id, floor(random() * ${TOPICS_PER_CHANNEL})::int AS topic,
         ($3::int[])[1 + n % cardinality($3::int[])] AS sender_id,
         concat_ws(' ', 'status update', n, ${said.join(', ')}, CASE WHEN n % 50 = 0 THEN '${PHRASE}' END) AS content
       FROM generate_series($5::int, $6::int) AS n
     ), made AS (
       INSERT INTO message (id, organization_id, channel_id, topic_id, topic, conversation_id, sender_id, sent_at, attrs, content, rendered, client_name)
       SELECT nextval('message_id_seq'), u.organization_id, CASE WHEN NOT is_direct THEN said.channel_id END, CASE WHEN NOT is_direct THEN t.id END,
         CASE WHEN NOT is_direct THEN t.key END, CASE WHEN is_direct THEN (SELECT conversation_id FROM conversation_of) END,
         CASE WHEN is_direct THEN $2 ELSE said.sender_id END, clock_timestamp(),
         CASE WHEN n % 20 = 1 THEN 4 ELSE 0 END | CASE WHEN n % 50 = 1 THEN 32 ELSE 0 END | CASE WHEN n % 1000 = 1 THEN 1 ELSE 0 END,
         content, format('<p>%s</p>', content), 'bench'
       FROM said JOIN user_account u ON u.id = $1 JOIN topic t ON t.channel_id = said.channel_id AND t.key = 'topic ' || said.topic
       ORDER BY n
       RETURNING id, organization_id, channel_id, conversation_id, topic, content
     ), flagged AS (
       INSERT INTO message_flag (user_id, organization_id, message_id, flags)
       SELECT $1, organization_id, id, CASE WHEN id % 500 = 0 THEN 3 ELSE 8 END FROM made WHERE id % 500 = 0 OR (id % 100 = 0 AND channel_id IS NOT NULL)
     )
     INSERT INTO message_search (organization_id, message_id, received_channel_id, conversation_id, tsv)
     SELECT organization_id, id, channel_id, conversation_id, to_tsvector('english', concat_ws(' ', topic, content)) FROM made`,
    [place.readerId, place.colleagueId, place.peopleIds, place.channelIds, from, until],
  );
  await client.query(
    `UPDATE organization_counter SET last_message_id = (SELECT last_value FROM message_id_seq)
     WHERE organization_id = (SELECT organization_id FROM user_account WHERE id = $1)`,
    [place.readerId],
  );
  await client.query('COMMIT');
}

async function settle(client: pg.Client, { readerId, channelIds }: Place): Promise<void> {
  await client.query(
    `UPDATE topic t SET max_message_id = coalesce((SELECT max(m.id) FROM message m WHERE m.topic_id = t.id), 0) WHERE t.channel_id = ANY ($1::int[])`,
    [channelIds],
  );
  await client.query(
    `UPDATE conversation v SET last_message_id = (SELECT max(m.id) FROM message m WHERE m.conversation_id = v.id)
     FROM conversation_participant p WHERE p.conversation_id = v.id AND p.user_id = $1`,
    [readerId],
  );
  await client.query(
    `INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
     SELECT $1, c.id, c.organization_id, (SELECT (min(id) + max(id)) / 2 FROM message WHERE client_name = 'bench') FROM channel c WHERE c.id = ANY ($2::int[])
     ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = excluded.read_id`,
    [readerId, channelIds],
  );
  await client.query('VACUUM (ANALYZE) message, message_search, message_flag, topic, channel_read, subscription, subscription_span');
}

async function describe(client: pg.Client, { readerId, channelIds }: Place): Promise<MessageArchive> {
  const sizes = await client.query<{ id: number; count: number }>(
    'SELECT channel_id AS id, count(*)::int AS count FROM message WHERE channel_id = ANY ($1::int[]) GROUP BY channel_id ORDER BY count DESC',
    [channelIds],
  );
  const largest = sizes.rows[0]?.id;
  const small = sizes.rows.findLast((row) => row.count >= 100)?.id;
  if (largest === undefined || small === undefined) throw new Error('the archive is too small');
  const ids = await client.query<{ id: string }>('SELECT id FROM message WHERE channel_id = $1 ORDER BY id', [largest]);
  const unread = await client.query<{ id: string }>(
    `SELECT m.id FROM message m WHERE m.channel_id = $1 AND m.id > (SELECT read_id FROM channel_read WHERE user_id = $2 AND channel_id = $1)
       AND m.sender_id <> $2 ORDER BY m.id DESC`,
    [largest, readerId],
  );
  return {
    largestChannelId: largest,
    smallChannelId: small,
    topic: 'topic 0',
    middleId: Number(ids.rows[Math.floor(ids.rows.length / 2)]?.id),
    unreadIds: unread.rows.map((row) => Number(row.id)),
  };
}
