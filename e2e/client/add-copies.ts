import { connectToSuiteDatabase } from './suite-database.js';

/**
 * Adds copies of a message to its topic, without events: as if they had been there before the page was opened. They are unread for everybody but
 * their author, and their texts are `line 1` and so on. Returns their ids.
 */
export async function addCopies(messageId: number, count: number): Promise<number[]> {
  const database = await connectToSuiteDatabase();
  try {
    await database.query('BEGIN');
    // Ids are in the order of commits, as for messages that are sent.
    await database.query(
      'SELECT FROM organization_counter WHERE organization_id = (SELECT organization_id FROM message WHERE id = $1) FOR UPDATE',
      [messageId],
    );
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, attrs, content, rendered, client_name)
       SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at, m.attrs,
         'line ' || n, '<p>line ' || n || '</p>', m.client_name
       FROM message m, generate_series(1, $2::int) AS n WHERE m.id = $1 ORDER BY n
       RETURNING id`,
      [messageId, count],
    );
    const ids = rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
    await database.query(
      `UPDATE topic SET max_message_id = $2 WHERE id = (SELECT topic_id FROM message WHERE id = $1)
         AND organization_id = (SELECT organization_id FROM message WHERE id = $1)`,
      [messageId, ids.at(-1)],
    );
    await database.query(
      `UPDATE organization_counter SET last_message_id = $2 WHERE organization_id = (SELECT organization_id FROM message WHERE id = $1)`,
      [messageId, ids.at(-1)],
    );
    await database.query('COMMIT');
    return ids;
  } finally {
    await database.end();
  }
}
