/** A statement that may read tables without their organization. */
export interface AllowedStatement {
  /** Part of its text, with single spaces. */
  readonly part: string;
  /** The tables that it does not bind, with their aliases. */
  readonly tables: readonly string[];
  readonly reason: string;
}

const WHOLE_INSTALLATION = 'A job looks for the organizations or rows that need it, and then works on one at a time.';
const METRICS = 'Metrics of the whole installation.';
const OLD_ROWS = 'A job deletes the old rows of the whole installation.';
const BY_ADDRESS = 'The caller knows an email address, not the organization.';
const OPERATOR = 'The operator sees all organizations.';

export const ALLOWED_STATEMENTS: readonly AllowedStatement[] = [
  {
    part: 'FROM outbox_call c WHERE given_up_at IS NULL AND next_attempt_at <= now()',
    tables: ['outbox_call c'],
    reason: WHOLE_INSTALLATION,
  },
  { part: 'SELECT DISTINCT t.organization_id AS id FROM text_to_erase t', tables: ['text_to_erase t'], reason: WHOLE_INSTALLATION },
  { part: 'FROM message_flag f WHERE flags = 1 AND user_id > $1', tables: ['message_flag f'], reason: WHOLE_INSTALLATION },
  { part: 'FROM attachment a WHERE a.unclaimed_since <', tables: ['attachment a', 'scheduled_message s'], reason: WHOLE_INSTALLATION },
  {
    part: 'AS at FROM due_organization w WHERE w.next_at <=',
    tables: ['due_organization w', 'due_organization d', 'seen', 'line l'],
    reason: WHOLE_INSTALLATION,
  },
  { part: 'min(next_at)), 0))::float8 AS seconds FROM due_organization d', tables: ['due_organization d'], reason: METRICS },
  {
    part: 'FROM organization_counter c JOIN organization o ON o.id = c.organization_id AND o.deactivated_at IS NULL LEFT JOIN notification_cursor',
    tables: ['organization_counter c', 'organization o', 'notification_cursor n'],
    reason: WHOLE_INSTALLATION,
  },
  {
    part: 'AS "isBehind" FROM organization_counter c WHERE c.organization_id >',
    tables: ['organization_counter c', 'notification_cursor n'],
    reason: WHOLE_INSTALLATION,
  },
  {
    part: 'AS at FROM missed_mail_due w WHERE w.due_at <=',
    tables: ['missed_mail_due w', 'missed_mail_due d', 'seen', 'line l'],
    reason: WHOLE_INSTALLATION,
  },
  {
    part: 'AS at FROM digest_run w WHERE w.due_at <=',
    tables: ['digest_run w', 'digest_run d', 'seen', 'line l'],
    reason: WHOLE_INSTALLATION,
  },
  { part: 'min(w.due_at)), 0))::float8 AS seconds FROM digest_run w', tables: ['digest_run w'], reason: METRICS },
  { part: 'FROM (SELECT d.due_at FROM missed_mail_due d WHERE d.due_at <=', tables: ['missed_mail_due d'], reason: METRICS },
  {
    part: 'AND u.organization_id <> $2 AND u.is_active) AS "isShared"',
    tables: ['user_account u'],
    reason: 'Whether the address has accounts in several organizations: their mails name the organization.',
  },
  {
    part: 'WITH RECURSIVE line (organization_id) AS ( (SELECT d.organization_id FROM push_delivery d',
    tables: ['push_delivery d', 'push_delivery e', 'organization o', 'line', 'due'],
    reason: WHOLE_INSTALLATION,
  },
  {
    part: 'FROM (SELECT d.id, d.organization_id, d.user_id, d.due_at FROM push_delivery d',
    tables: ['push_delivery d', 'push_delivery e', 'organization o'],
    reason: METRICS,
  },
  { part: 'DELETE FROM pushed_message WHERE pushed_at <', tables: ['pushed_message'], reason: OLD_ROWS },
  {
    part: "WHERE e.state IN ('requested', 'started') AND e.next_at <= now()",
    tables: ['message_export e', 'organization o', 'message_export b'],
    reason: WHOLE_INSTALLATION,
  },
  { part: "WHERE e.state = 'succeeded' AND e.ended_at <", tables: ['message_export e'], reason: WHOLE_INSTALLATION },
  { part: 'FROM file_to_erase f WHERE erase_after <=', tables: ['file_to_erase f'], reason: WHOLE_INSTALLATION },
  {
    part: 'FROM organization o JOIN channel c ON c.organization_id = o.id CROSS JOIN LATERAL (SELECT m.sent_at FROM message m',
    tables: ['organization o', 'channel c', 'message m'],
    reason: WHOLE_INSTALLATION,
  },
  {
    part: 'RECURSIVE search (low, high) AS ( SELECT 0::bigint, (SELECT coalesce(max(id), 0) + 1 FROM message)',
    tables: ['message', 'message m'],
    reason: 'Times ascend with message ids in the whole installation: a job finds once from which id on it counts.',
  },
  {
    part: 'FROM message m WHERE m.sender_id = $',
    tables: ['message m'],
    reason: 'The sender was looked up in the organization. The index of senders is read without rows of the table.',
  },
  { part: 'SELECT DISTINCT organization_id FROM event_log WHERE organization_id %', tables: ['event_log'], reason: WHOLE_INSTALLATION },
  { part: 'FROM organization_counter ORDER BY organization_id LIMIT 1', tables: ['organization_counter'], reason: WHOLE_INSTALLATION },
  {
    part: 'log_incarnation(origin) AS incarnation FROM organization_counter',
    tables: ['organization_counter'],
    reason: WHOLE_INSTALLATION,
  },
  {
    part: 'SELECT DISTINCT organization_id AS id FROM message m WHERE id >=',
    tables: ['message m', 'channel c'],
    reason: WHOLE_INSTALLATION,
  },
  { part: 'FROM api_key k WHERE user_id > $1 AND NOT EXISTS', tables: ['api_key k'], reason: WHOLE_INSTALLATION },
  {
    part: 'FROM second_factor f WHERE f.user_id > $1 AND f.totp_sealed IS NOT NULL',
    tables: ['second_factor f'],
    reason: WHOLE_INSTALLATION,
  },
  { part: 'FROM webhook_call c WHERE c.next_at <= now()', tables: ['webhook_call c', 'webhook_call w'], reason: WHOLE_INSTALLATION },
  { part: 'FROM bot_config c WHERE (bot_id, key) > ($1, $2) AND NOT EXISTS', tables: ['bot_config c'], reason: WHOLE_INSTALLATION },
  { part: 'FROM identity_provider p WHERE (organization_id, id) > ($1, $2', tables: ['identity_provider p'], reason: WHOLE_INSTALLATION },
  { part: 'FROM outbox_call WHERE given_up_at IS NULL ORDER BY id LIMIT 1', tables: ['outbox_call'], reason: METRICS },
  {
    part: 'FROM organization_counter c JOIN organization o ON o.id = c.organization_id WHERE c.last_message_id > 0',
    tables: ['organization_counter c', 'organization o'],
    reason: METRICS,
  },
  {
    part: 'FROM organization_counter c JOIN organization o ON o.id = c.organization_id WHERE c.message_day >=',
    tables: ['organization_counter c', 'organization o'],
    reason: METRICS,
  },
  {
    part: 'FROM upload_usage u JOIN organization o ON o.id = u.organization_id WHERE u.bytes > 0',
    tables: ['upload_usage u', 'organization o'],
    reason: METRICS,
  },
  {
    part: 'DELETE FROM audit_log a USING (SELECT o.organization_id, o.id FROM audit_log o WHERE o.at <',
    tables: ['audit_log o', 'audit_log a'],
    reason: OLD_ROWS,
  },
  {
    part: 'DELETE FROM browser_session b USING (SELECT s.organization_id, s.id FROM browser_session s WHERE NOT (s.last_used_at >',
    tables: ['browser_session s', 'browser_session b'],
    reason: OLD_ROWS,
  },
  {
    part: 'DELETE FROM api_token d USING (SELECT t.organization_id, t.id FROM api_token t WHERE t.expires_at <',
    tables: ['api_token t', 'api_token d'],
    reason: OLD_ROWS,
  },
  {
    part: 'DELETE FROM sign_in_step d USING (SELECT s.organization_id, s.id FROM sign_in_step s WHERE NOT (s.created_at >',
    tables: ['sign_in_step s', 'sign_in_step d'],
    reason: OLD_ROWS,
  },
  { part: 'FROM audit_log a WHERE true', tables: ['audit_log a'], reason: OPERATOR },
  { part: 'DELETE FROM sent_local_id l WHERE sent_at <', tables: ['sent_local_id l'], reason: OLD_ROWS },
  { part: 'FROM sent_mail s WHERE claimed_at <', tables: ['sent_mail', 'sent_mail s'], reason: OLD_ROWS },
  { part: 'FROM mail_allowance m WHERE taken_at <', tables: ['mail_allowance', 'mail_allowance m'], reason: OLD_ROWS },
  {
    part: 'FROM organization o WHERE NOT EXISTS (SELECT FROM organization_fence fence WHERE fence.id = o.id AND fence.state = ',
    tables: ['organization o'],
    reason: OPERATOR,
  },
  {
    part: 'WHERE k.digest = ANY (ARRAY(SELECT decode(',
    tables: ['api_key k', 'user_account u', 'organization o'],
    reason: 'The key determines the organization.',
  },
  {
    part: 'WHERE t.digest = ANY (ARRAY(SELECT decode(',
    tables: ['api_token t', 'user_account u', 'organization o'],
    reason: 'The token determines the organization.',
  },
  {
    part: 'WHERE s.digest = ANY (ARRAY(SELECT decode(',
    tables: ['browser_session s', 'user_account u', 'organization o', 'second_factor f'],
    reason: 'The token determines the organization.',
  },
  {
    part: 'FROM sign_in_step s JOIN user_account u ON u.organization_id = s.organization_id AND u.id = s.user_id JOIN organization o',
    tables: ['sign_in_step s', 'user_account u', 'organization o'],
    reason: 'The token determines the organization.',
  },
  {
    part: 'WHERE lower(u.delivery_email) = lower($1)',
    tables: ['user_account u', 'organization o', 'user_password p', 'api_key k', 'second_factor f'],
    reason: BY_ADDRESS,
  },
];
