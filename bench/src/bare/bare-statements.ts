/** What the bare program runs, by name. A registration reads five tables, everything else is one statement. */
export const BARE_STATEMENTS = {
  read: {
    texts: [
      'SELECT id, full_name, api_email, role, is_active, timezone FROM user_account WHERE organization_id = $1::int AND id = $2::int',
    ],
    parameters: ['organization', 'user'],
  },
  // A transaction of its own, as durable as any other.
  insert: {
    texts: ['INSERT INTO bench_bare (organization_id, content) VALUES ($1::int, $2) RETURNING id'],
    parameters: ['organization', 'content'],
  },
  page: {
    texts: [
      // Nested, because the planner would otherwise walk all messages of the organization backward, at times.
      `SELECT id, sender_id, topic, rendered, sent_at FROM (SELECT * FROM message WHERE channel_id = $2::int ORDER BY id DESC LIMIT 100) AS newest
       WHERE organization_id = $1::int`,
    ],
    parameters: ['organization', 'channel'],
  },
  register: {
    texts: [
      'SELECT * FROM user_account WHERE organization_id = $1::int AND $2::int IS NOT NULL',
      'SELECT * FROM channel WHERE organization_id = $1::int AND $2::int IS NOT NULL',
      'SELECT * FROM subscription WHERE organization_id = $1::int AND user_id = $2::int',
      'SELECT * FROM user_group WHERE organization_id = $1::int AND $2::int IS NOT NULL',
      'SELECT group_id, user_id FROM user_group_member WHERE organization_id = $1::int AND $2::int IS NOT NULL',
    ],
    parameters: ['organization', 'user'],
  },
} as const satisfies Record<string, { texts: readonly string[]; parameters: readonly string[] }>;

export type BareStatement = keyof typeof BARE_STATEMENTS;

export function isBareStatement(name: string): name is BareStatement {
  return Object.hasOwn(BARE_STATEMENTS, name);
}

export const bareTable = `CREATE TABLE IF NOT EXISTS bench_bare (
  organization_id int NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY, content text NOT NULL, at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id))`;
