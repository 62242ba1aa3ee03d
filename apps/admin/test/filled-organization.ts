import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { realmEmojiUrl } from '@parley/access';
import { type Database, Prisma } from '@parley/persistence';
import { Rows } from '@parley/testing';
import { avatarKeys } from '../../organization/src/avatars/change-avatar.js';
import type { OperatedSuite } from './operated-suite.js';

/** An organization with rows in every table, and with files. */
export interface FilledOrganization {
  readonly id: number;
  readonly stringId: string;
  readonly userIds: readonly number[];
  /** Storage keys and contents. */
  readonly files: ReadonlyMap<string, string>;
}

const DAYS_IN_LOG = 2;

/** Fills a new organization directly, because no test needs to wait until services have written all of this. */
export async function filledOrganization({ stores }: Pick<OperatedSuite, 'stores'>, messages = 40): Promise<FilledOrganization> {
  const { database, storage } = stores;
  const factory = new Rows(database);
  const organization = await factory.organization({ message_retention_days: 30 });
  const { id, stringId } = organization;
  const owner = await factory.user(organization, { role: 100, avatarSource: 'U', avatarVersion: 77 });
  const newcomer = await factory.user(organization);
  // Its owner has a larger id.
  const bot = await factory.user(organization, { isBot: true, botType: 1 });
  const late = await factory.user(organization);
  await database.client.userAccount.update({ where: { id: bot.id }, data: { botOwnerId: late.id } });
  const people = [owner, newcomer, bot, late];
  const channel = await factory.channel(organization, { name: 'general' });
  await factory.subscription(channel, people);
  await factory.firstMessage(channel);
  await factory.group(organization, {
    name: 'planners',
    members: [owner.id, newcomer.id],
    subgroups: [organization.groups['role:owners']],
  });
  await factory.realmEmoji(organization, { name: 'party', file: `party-${id}.png`, authorId: owner.id });
  await database.client.organization.update({ where: { id }, data: { description: 'An *exported* organization' } });
  await fillTables(database, { id, stringId, owner: owner.id, other: newcomer.id, bot: bot.id, channel: channel.id, messages });
  const files = new Map([
    [`uploads/${id}/${placeOf(id)}`, `an upload of ${stringId}`],
    [`uploads/${id}/${placeOf(-id)}`, 'waits for its erasure'],
    [`exports/${id}/${exportFile(id)}.tar.gz`, ARCHIVE],
    [realmEmojiUrl({ organizationId: id, file: `party-${id}.png`, stillFile: null }).replace(/^\//, ''), 'an emoji'],
    ...avatarKeys(
      { id: owner.id, organizationId: id, deliveryEmail: owner.email, emailAddressVisibility: 1 },
      { avatarSource: 'U', avatarVersion: 77 },
    ).map((key): [string, string] => [key, `a picture at ${key}`]),
  ]);
  for (const [key, content] of files) await storage.write(key, Readable.from([Buffer.from(content)]));
  return { id, stringId, userIds: people.map((user) => user.id), files };
}

/** 24 characters, like the place of an upload. */
function placeOf(id: number): string {
  return createHash('sha256').update(String(id)).digest('base64url').slice(0, 24);
}

/** The content of an archive, which is not exported itself. */
export const ARCHIVE = 'an archive';

function exportFile(id: number): string {
  return `file${id}`;
}

interface Ids {
  readonly id: number;
  readonly stringId: string;
  readonly owner: number;
  readonly other: number;
  readonly bot: number;
  readonly channel: number;
  readonly messages: number;
}

async function fillTables(database: Database, ids: Ids): Promise<void> {
  for (const statement of [...messageRows(ids), ...personalRows(ids), ...organizationRows(ids)])
    await database.direct.$executeRaw(statement);
}

/** Half of the messages are in the channel, half in a conversation. */
function messageRows({ id, stringId, owner, other, channel, messages }: Ids): Prisma.Sql[] {
  const upload = `${id}/${placeOf(id)}/cat.png`;
  const size = `an upload of ${stringId}`.length;
  return [
    Prisma.sql`INSERT INTO topic (organization_id, channel_id, key, max_message_id) VALUES (${id}, ${channel}, 'hello', 1)`,
    Prisma.sql`INSERT INTO conversation (organization_id, participant_key) VALUES (${id}, ${`${owner},${other}`})`,
    Prisma.sql`
      INSERT INTO conversation_participant (user_id, organization_id, conversation_id)
      SELECT u.id, ${id}, c.id FROM conversation c, unnest(${[owner, other]}::int[]) AS u (id) WHERE c.organization_id = ${id}`,
    Prisma.sql`
      WITH numbered AS (SELECT n, nextval('message_id_seq') AS message_id FROM generate_series(1, ${messages}::int) AS n),
      stored AS (
        INSERT INTO message (id, organization_id, channel_id, topic_id, topic, conversation_id, sender_id, sent_at, content, rendered, client_name)
        SELECT x.message_id, ${id}, CASE WHEN x.n % 2 = 0 THEN ${channel}::int END, CASE WHEN x.n % 2 = 0 THEN t.id END,
          CASE WHEN x.n % 2 = 0 THEN 'hello' END, CASE WHEN x.n % 2 = 1 THEN c.id END, CASE WHEN x.n % 3 = 0 THEN ${other}::int ELSE ${owner}::int END,
          now() - make_interval(secs => ${messages}::int - x.n), 'message ' || x.n, '<p>message ' || x.n || '</p>', 'tests'
        FROM numbered x JOIN topic t ON t.organization_id = ${id} JOIN conversation c ON c.organization_id = ${id}
        ORDER BY x.n RETURNING id, content)
      INSERT INTO message_search (organization_id, message_id, tsv) SELECT ${id}, s.id, to_tsvector('simple', s.content) FROM stored s`,
    Prisma.sql`
      INSERT INTO message_flag (user_id, organization_id, message_id, flags)
      SELECT ${other}, ${id}, m.id, 3 FROM message m WHERE m.organization_id = ${id} AND m.id % 4 = 0`,
    Prisma.sql`
      INSERT INTO reaction (organization_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      SELECT ${id}, m.id, ${other}, 'tada', '1f389', 'unicode_emoji' FROM message m WHERE m.organization_id = ${id} AND m.id % 10 = 0`,
    Prisma.sql`
      INSERT INTO submessage (organization_id, message_id, sender_id, msg_type, content)
      SELECT ${id}, max(m.id), ${owner}, 'widget', '{}' FROM message m WHERE m.organization_id = ${id}`,
    Prisma.sql`INSERT INTO attachment (organization_id, owner_id, path_id, name, size, unclaimed_since) VALUES (${id}, ${owner}, ${upload}, 'cat.png', ${size}, NULL)`,
    Prisma.sql`
      INSERT INTO attachment_message (attachment_id, message_id, organization_id)
      SELECT a.id, (SELECT max(m.id) FROM message m WHERE m.organization_id = ${id}), ${id} FROM attachment a WHERE a.organization_id = ${id}`,
    Prisma.sql`INSERT INTO message_export (organization_id, acting_user_id, export_type, state, file, ended_at) VALUES (${id}, ${owner}, 1, 'succeeded', ${exportFile(id)}, now())`,
    Prisma.sql`INSERT INTO upload_usage (organization_id, bytes) VALUES (${id}, ${size})`,
    Prisma.sql`INSERT INTO file_to_erase (key, organization_id, erase_after) VALUES (${`uploads/${id}/${placeOf(-id)}`}, ${id}, now() + interval '1 day')`,
    Prisma.sql`INSERT INTO deleted_newest_message (channel_id, message_id, organization_id) VALUES (${channel}, 1, ${id})`,
    Prisma.sql`INSERT INTO text_to_erase (organization_id, message_id, sent_at, is_changed, after_seq) VALUES (${id}, 1, now(), false, 1)`,
    Prisma.sql`INSERT INTO sent_local_id (organization_id, sender_id, queue_id, local_id, message_id) VALUES (${id}, ${owner}, 'q', 'l', 1)`,
    // Due in a year, so that a running service does not take it.
    Prisma.sql`
      INSERT INTO push_delivery (organization_id, user_id, service, message_ids, trigger, due_at)
      VALUES (${id}, ${owner}, 'fcm', '{1}', 1, now() + interval '1 year')`,
    Prisma.sql`INSERT INTO pushed_message (organization_id, message_id, user_id, service) VALUES (${id}, 1, ${owner}, 'fcm')`,
    // Before the events, which are not real ones: a running service must not take them.
    Prisma.sql`
      INSERT INTO notification_cursor (organization_id, seq) VALUES (${id}, ${messages}) ON CONFLICT (organization_id) DO UPDATE SET seq = EXCLUDED.seq`,
    Prisma.sql`
      INSERT INTO event_log (organization_id, seq, at, type, payload)
      SELECT ${id}, n, now() - make_interval(days => (n % ${DAYS_IN_LOG})::int), 'message.sent', '{}' FROM generate_series(1, ${messages}::int) AS n`,
    Prisma.sql`
      UPDATE organization_counter SET seq = ${messages}, last_message_id = (SELECT max(m.id) FROM message m WHERE m.organization_id = ${id})
      WHERE organization_id = ${id}`,
  ];
}

function personalRows({ id, owner, other, bot, channel }: Ids): Prisma.Sql[] {
  return [
    Prisma.sql`
      INSERT INTO scheduled_message (organization_id, user_id, type, recipient_ids, topic, content, rendered, read_by_sender, client_name, due_at)
      VALUES (${id}, ${owner}, 'stream', ${[channel]}::int[], 'a', 'later', '<p>later</p>', true, 'website', now() + interval '1 year')`,
    Prisma.sql`
      INSERT INTO reminder (organization_id, user_id, message_id, note, content, rendered, due_at)
      VALUES (${id}, ${owner}, 1, 'call', 'remember', '<p>remember</p>', now() + interval '1 year')`,
    Prisma.sql`INSERT INTO missed_message (organization_id, user_id, message_id, trigger, was_away) VALUES (${id}, ${other}, 1, 1, true)`,
    Prisma.sql`INSERT INTO missed_mail_due (organization_id, user_id, due_at) VALUES (${id}, ${other}, now() + interval '1 year')`,
    Prisma.sql`INSERT INTO digest_run (organization_id, scheduled_at, due_at, since) VALUES (${id}, now() + interval '1 year', now() + interval '1 year', now())`,
    Prisma.sql`INSERT INTO digest_topic (organization_id, channel_id, topic_id, senders, messages) VALUES (${id}, ${channel}, 1, 1, 1)`,
    Prisma.sql`INSERT INTO digest_mail (organization_id, user_id, begun_at) VALUES (${id}, ${other}, now())`,
    Prisma.sql`INSERT INTO due_organization (organization_id, next_at) VALUES (${id}, now() + interval '1 year')`,
    Prisma.sql`INSERT INTO draft (organization_id, user_id, type, recipient_ids, topic, content, edited_at) VALUES (${id}, ${owner}, 'stream', ${[channel]}::int[], 'a', 'b', 1)`,
    Prisma.sql`INSERT INTO alert_word (user_id, organization_id, key, word) VALUES (${owner}, ${id}, 'lunch', 'Lunch')`,
    Prisma.sql`INSERT INTO alert_word_version (organization_id, version) VALUES (${id}, 3)`,
    Prisma.sql`INSERT INTO muted_user (user_id, sender_id, organization_id) VALUES (${owner}, ${other}, ${id})`,
    Prisma.sql`INSERT INTO channel_read (user_id, channel_id, organization_id, read_id) VALUES (${owner}, ${channel}, ${id}, 1)`,
    Prisma.sql`INSERT INTO user_topic (user_id, channel_id, organization_id, topic_key, topic_name, visibility_policy) VALUES (${owner}, ${channel}, ${id}, 'hello', 'hello', 3)`,
    Prisma.sql`INSERT INTO user_settings (user_id, organization_id, values) VALUES (${owner}, ${id}, '{"twenty_four_hour_time": true}')`,
    Prisma.sql`INSERT INTO organization_user_defaults (organization_id, values) VALUES (${id}, '{"color_scheme": 2}')`,
    Prisma.sql`INSERT INTO navigation_view (user_id, organization_id, fragment, is_pinned) VALUES (${owner}, ${id}, 'inbox', true)`,
    Prisma.sql`INSERT INTO saved_snippet (organization_id, user_id, title, content) VALUES (${id}, ${owner}, 'bye', 'See you')`,
    Prisma.sql`INSERT INTO onboarding_step (organization_id, user_id, step) VALUES (${id}, ${owner}, 'intro_resolve_topic')`,
    Prisma.sql`INSERT INTO push_token (user_id, service, token_digest, organization_id, token) VALUES (${owner}, 'fcm', '\x0102', ${id}, 'token')`,
    Prisma.sql`INSERT INTO client_device (organization_id, user_id) VALUES (${id}, ${owner})`,
    Prisma.sql`INSERT INTO push_registration (device_id, organization_id, user_id, push_key, push_key_id) SELECT d.id, ${id}, ${owner}, '\x31', 7 FROM client_device d WHERE d.organization_id = ${id}`,
    Prisma.sql`INSERT INTO user_presence (user_id, organization_id, update_id, idle_at) VALUES (${owner}, ${id}, 1, now())`,
    Prisma.sql`INSERT INTO presence_sequence (organization_id, last_update_id) VALUES (${id}, 1)`,
    Prisma.sql`INSERT INTO user_status (user_id, organization_id, status_text) VALUES (${owner}, ${id}, 'out')`,
    Prisma.sql`INSERT INTO bot_storage (bot_id, organization_id, key, value) VALUES (${bot}, ${id}, 'k', 'v')`,
    Prisma.sql`INSERT INTO bot_service (bot_id, organization_id, base_url, interface, token) VALUES (${bot}, ${id}, 'https://bot.example.com', 1, 't')`,
    Prisma.sql`INSERT INTO webhook_call (organization_id, bot_id, message_id, trigger, next_at) VALUES (${id}, ${bot}, 1, 'mention', now() + interval '1 year')`,
    Prisma.sql`INSERT INTO bot_config (bot_id, organization_id, key, sealed) VALUES (${bot}, ${id}, 'webhook_secret', '\x03')`,
  ];
}

function organizationRows({ id, stringId, owner, other, channel }: Ids): Prisma.Sql[] {
  const digest = createHash('sha256').update(stringId).digest();
  return [
    Prisma.sql`INSERT INTO api_key (user_id, organization_id, digest, sealed) VALUES (${owner}, ${id}, ${digest}, '\x03')`,
    Prisma.sql`INSERT INTO user_password (user_id, organization_id, hash) VALUES (${owner}, ${id}, '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA')`,
    Prisma.sql`INSERT INTO email_change (user_id, organization_id, new_email, nonce) VALUES (${owner}, ${id}, 'new@example.com', gen_random_uuid())`,
    Prisma.sql`INSERT INTO password_reset (nonce, organization_id, user_id, email, expires_at) VALUES (gen_random_uuid(), ${id}, ${owner}, 'a@example.com', now())`,
    Prisma.sql`INSERT INTO api_token (organization_id, user_id, digest, name, scopes, channel_ids) VALUES (${id}, ${owner}, sha256(gen_random_uuid()::text::bytea), 'Build server', '{send}', ${[channel]}::int[])`,
    Prisma.sql`INSERT INTO scim_user (organization_id, user_id, user_name, external_id, given) VALUES (${id}, ${owner}, 'ada', 'dir-1', '{"displayName": "Ada Lovelace"}')`,
    Prisma.sql`INSERT INTO scim_group (organization_id, group_id, external_id) SELECT ${id}, min(g.id), 'dir-g' FROM user_group g WHERE g.organization_id = ${id} AND NOT g.is_system_group`,
    Prisma.sql`INSERT INTO identity_provider (organization_id, kind, name, is_enabled, settings, sealed) VALUES (${id}, 'oidc', 'Company', true, '{"issuer": "https://id.example.com"}', '\\x03')`,
    Prisma.sql`INSERT INTO linked_identity (organization_id, provider_id, subject, user_id) SELECT ${id}, p.id, 'subject', ${owner} FROM identity_provider p WHERE p.organization_id = ${id}`,
    Prisma.sql`INSERT INTO sign_in_flow (organization_id, state_digest, provider_id, browser_digest, sealed, expires_at) VALUES (${id}, '\\x01', gen_random_uuid(), '\\x02', '\\x03', now() + interval '1 year')`,
    Prisma.sql`INSERT INTO browser_session (organization_id, user_id, digest, browser) VALUES (${id}, ${owner}, sha256(gen_random_uuid()::text::bytea), 'Firefox on Linux')`,
    Prisma.sql`INSERT INTO second_factor (organization_id, user_id, active_since, totp_sealed, recovery_codes) VALUES (${id}, ${owner}, now(), '\x03', ARRAY['\x04'::bytea])`,
    Prisma.sql`INSERT INTO sign_in_step (organization_id, user_id, digest) VALUES (${id}, ${owner}, sha256(gen_random_uuid()::text::bytea))`,
    Prisma.sql`INSERT INTO linkifier (organization_id, pattern, url_template, place) VALUES (${id}, '#(?P<n>[0-9]+)', 'https://example.com/{n}', 1)`,
    Prisma.sql`INSERT INTO playground (organization_id, name, pygments_language, url_template) VALUES (${id}, 'Try', 'python', 'https://example.com/{code}')`,
    Prisma.sql`INSERT INTO profile_field (organization_id, field_type, name, place) VALUES (${id}, 1, 'Team', 1)`,
    Prisma.sql`INSERT INTO profile_value (user_id, field_id, organization_id, value) SELECT ${owner}, f.id, ${id}, 'Blue' FROM profile_field f WHERE f.organization_id = ${id}`,
    Prisma.sql`INSERT INTO organization_domain (organization_id, domain, allow_subdomains) VALUES (${id}, 'example.com', false)`,
    Prisma.sql`INSERT INTO default_channel_group (organization_id, name, name_key, description, channel_ids) VALUES (${id}, 'Team', 'team', 'Us', ${[channel]}::int[])`,
    Prisma.sql`INSERT INTO default_channel (organization_id, channel_id) VALUES (${id}, ${channel})`,
    Prisma.sql`INSERT INTO channel_folder (organization_id, name, name_key, place) VALUES (${id}, 'Company', 'company', 1)`,
    Prisma.sql`UPDATE channel SET folder_id = (SELECT f.id FROM channel_folder f WHERE f.organization_id = ${id}) WHERE organization_id = ${id}`,
    Prisma.sql`
      INSERT INTO invitation (organization_id, inviter_id, role, channel_ids, group_ids, includes_defaults, notifies_inviter, nonce, token_digest)
      VALUES (${id}, ${owner}, 400, '{}', '{}', true, true, '\x01', ${digest})`,
    // It came from the one before.
    Prisma.sql`
      INSERT INTO invitation (organization_id, inviter_id, role, channel_ids, group_ids, includes_defaults, notifies_inviter, nonce, token_digest, parent_id)
      SELECT ${id}, ${owner}, 400, '{}', '{}', true, true, '\x02', sha256(i.token_digest), i.id FROM invitation i WHERE i.organization_id = ${id}`,
    Prisma.sql`
      INSERT INTO invitation_acceptance (invitation_id, user_id, organization_id)
      SELECT max(i.id), ${other}, ${id} FROM invitation i WHERE i.organization_id = ${id}`,
    Prisma.sql`INSERT INTO sent_mail (key, organization_id, claimed_at) VALUES (${`mail-${stringId}`}, ${id}, now())`,
    Prisma.sql`INSERT INTO mail_allowance (organization_id, kind, address, place, key, taken_at) VALUES (${id}, 'reset', 'a@example.com', 1, 'k', now())`,
    Prisma.sql`INSERT INTO queued_mail (job, key, payload) VALUES ('unserved', ${stringId}, ${JSON.stringify({ organizationId: id })}::jsonb)`,
    Prisma.sql`INSERT INTO outbox_call (organization_id, service, name, input, given_up_at) VALUES (${id}, 'messaging', 'sendNotice', '{}', now())`,
  ];
}

/** What the database holds of an organization: number and checksum of the rows of each table that has organization_id, and of `organization`. */
export async function contentsOf(database: Database, organizationId: number): Promise<ReadonlyMap<string, { rows: number; sum: string }>> {
  const contents = new Map<string, { rows: number; sum: string }>();
  for (const table of ['organization', ...(await tablesOfOrganizations(database))]) {
    const column = table === 'organization' ? 'id' : 'organization_id';
    const [row] = await database.client.$queryRawUnsafe<{ rows: number; sum: string }[]>(
      `SELECT count(*)::int AS rows, coalesce(bit_xor(hashtextextended(to_jsonb(t)::text, 0)), 0)::text AS sum
       FROM ${table} t WHERE t.${column} = ${organizationId}`,
    );
    if (row !== undefined) contents.set(table, row);
  }
  return contents;
}

/** All tables that have rows of organizations. */
export async function tablesOfOrganizations(database: Database): Promise<string[]> {
  const rows = await database.client.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;
  return rows.map(({ name }) => name);
}
