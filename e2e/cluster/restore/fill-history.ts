import type { SuitePostgres } from '../time-travel/suite-postgres.js';

const CHUNK = 50_000;

/** Inserts copies of one message with its search entry, as many as a drill wants. Their events are not in the log, which is kept only for days. */
export async function fillHistory(postgres: SuitePostgres, messageId: number, count: number): Promise<void> {
  for (let left = count; left > 0; left -= CHUNK) {
    await postgres.query(
      `WITH said AS (
         INSERT INTO message (id, organization_id, conversation_id, sender_id, sent_at, content, rendered, client_name)
         SELECT nextval('message_id_seq'), m.organization_id, m.conversation_id, m.sender_id, m.sent_at, text, '<p>' || text || '</p>', m.client_name
         FROM message m, generate_series(1, $2::int) AS n,
           format('Status update %s: the quick brown fox reads the page about the quarterly report and answers at once.', n) AS text
         WHERE m.id = $1 RETURNING id, organization_id, conversation_id, content
       )
       INSERT INTO message_search (organization_id, message_id, conversation_id, tsv)
       SELECT organization_id, id, conversation_id, to_tsvector('english', content) FROM said`,
      [messageId, Math.min(left, CHUNK)],
    );
  }
  await postgres.query(
    `UPDATE organization_counter SET last_message_id = (SELECT last_value FROM message_id_seq)
     WHERE organization_id = (SELECT organization_id FROM message WHERE id = $1)`,
    [messageId],
  );
  // Both have read them, as most of a history is.
  await postgres.query(
    `UPDATE conversation_participant p SET read_id = c.last_message_id FROM message m JOIN organization_counter c USING (organization_id)
     WHERE m.id = $1 AND p.conversation_id = m.conversation_id AND p.organization_id = m.organization_id`,
    [messageId],
  );
}
