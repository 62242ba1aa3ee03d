import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHANNEL_GROUP_SETTINGS } from '@parley/contracts/channels';
import { ORGANIZATION_PERMISSION_NAMES, USER_GROUP_SETTINGS } from '@parley/contracts/organization';
import { type TestDatabase, testDatabase } from '@parley/testing';

/** Tables whose changes are not in the audit log, by reason. A new table belongs here, or gets a trigger. */
const NOT_AUDITED: Readonly<Record<string, readonly string[]>> = {
  'What people write and read, and how they sort it: their own matter, and far too much.': [
    'alert_word',
    'alert_word_version',
    'attachment',
    'attachment_message',
    'bot_storage',
    'channel_read',
    'client_device',
    'conversation',
    'conversation_participant',
    'deleted_newest_message',
    'draft',
    'message',
    'message_flag',
    'message_search',
    'muted_user',
    'navigation_view',
    'onboarding_step',
    'profile_value',
    'push_registration',
    'push_token',
    'reaction',
    'reminder',
    'saved_snippet',
    'scheduled_message',
    'submessage',
    'subscription',
    'subscription_span',
    'topic',
    'user_presence',
    'user_settings',
    'user_status',
    'user_topic',
  ],
  'How directories call accounts and groups. What they change in an account or a group is in the audit log.': ['scim_group', 'scim_user'],
  'Sorts channels. No permission follows from it.': ['channel_folder'],
  'Requests that change nothing until they are confirmed. Then the account changes.': ['email_change', 'password_reset', 'sign_in_step'],
  'Sign-ins are in the audit log, with those that fetch an API key.': ['browser_session'],
  'A sign-in that has not ended. Its end is in the audit log.': ['sign_in_flow'],
  'The account that joined is in the audit log.': ['invitation_acceptance'],
  'Bookkeeping of the server.': [
    'channel_activity',
    'digest_mail',
    'digest_run',
    'digest_topic',
    'due_organization',
    'event_log',
    'file_to_erase',
    'installation',
    'mail_allowance',
    'missed_mail_due',
    'missed_message',
    'notification_cursor',
    'push_delivery',
    'pushed_message',
    'organization_counter',
    'organization_fence',
    'outbox_call',
    'presence_sequence',
    'queued_mail',
    'sent_local_id',
    'sent_mail',
    'text_to_erase',
    'upload_usage',
    'webhook_call',
  ],
  'The audit log itself.': ['audit_log'],
};

/** Columns of audited tables that are not in the audit log. A new column belongs here, or into the trigger. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  api_key: ['user_id', 'organization_id', 'digest', 'sealed'],
  api_token: ['id', 'organization_id', 'digest', 'created_at', 'last_used_at'],
  second_factor: ['organization_id', 'user_id', 'totp_sealed', 'totp_last_step', 'pending_sealed', 'pending_since'],
  bot_config: ['bot_id', 'organization_id', 'sealed'],
  bot_service: ['bot_id', 'organization_id', 'token'],
  channel: [
    'id',
    'organization_id',
    'name_key',
    'rendered_description',
    'creator_id',
    'created_at',
    'subscriber_count',
    'is_recently_active',
    'weekly_traffic',
    'mail_key',
  ],
  default_channel: ['organization_id'],
  default_channel_group: ['id', 'organization_id', 'name_key'],
  identity_provider: ['id', 'organization_id', 'sealed', 'created_at'],
  invitation: ['id', 'organization_id', 'notifies_inviter', 'nonce', 'token_digest', 'created_at', 'mailed_at'],
  linked_identity: ['organization_id', 'user_id', 'linked_at'],
  linkifier: ['id', 'organization_id', 'example_input', 'reverse_template', 'alternative_url_templates', 'place'],
  message_export: ['id', 'organization_id', 'acting_user_id', 'requested_at', 'next_at', 'attempts', 'file', 'ended_at', 'deleted_at'],
  organization: ['id', 'uuid', 'created_at', 'purge_started_at', 'import_id'],
  organization_domain: ['organization_id'],
  organization_user_defaults: ['organization_id'],
  playground: ['id', 'organization_id'],
  profile_field: ['id', 'organization_id', 'place'],
  realm_emoji: ['id', 'organization_id', 'author_id', 'file', 'still_file', 'created_at'],
  user_account: [
    'id',
    'organization_id',
    'api_email',
    'email_address_visibility',
    'is_system_bot',
    'default_sending_channel_id',
    'default_events_register_channel_id',
    'default_all_public_streams',
    'timezone',
    'avatar_source',
    'avatar_version',
    'joined_at',
    'last_active_on',
  ],
  user_group: ['id', 'organization_id', 'is_system_group', 'creator_id', 'created_at'],
  user_password: ['user_id', 'organization_id', 'hash'],
};

let postgres: TestDatabase;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

interface Trigger {
  readonly table: string;
  readonly isOfRow: boolean;
  readonly args: readonly string[];
  /** Of UPDATE; empty: all. */
  readonly columns: readonly string[];
  readonly isOfUpdate: boolean;
}

async function triggers(): Promise<Trigger[]> {
  const rows = await postgres.database.client.$queryRaw<{ table: string; type: number; args: string; columns: string[] }[]>`
    SELECT c.relname::text AS table, t.tgtype::integer AS type, encode(t.tgargs, 'escape') AS args,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (t.tgattr::int2[]) ORDER BY 1) AS columns
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgfoid IN ('audit_change'::regproc, 'audit_members'::regproc)`;
  return rows.map(({ table, type, args, columns }) => ({
    table,
    columns,
    args: args.split('\\000'),
    isOfRow: (type & 1) !== 0,
    isOfUpdate: (type & 16) !== 0,
  }));
}

describe('the audit log', () => {
  it('has the changes of every table, or a reason why not', async () => {
    const rows = await postgres.database.client.$queryRaw<{ name: string }[]>`
      SELECT c.relname::text AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT starts_with(c.relname, '_')`;
    const audited = new Set((await triggers()).map(({ table }) => table));
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !audited.has(name))
        .sort(),
    ).toEqual(Object.values(NOT_AUDITED).flat().sort());
  });

  it('has every column of an audited table, or leaves it out on purpose, and never a secret', async () => {
    const rows = await postgres.database.client.$queryRaw<{ table: string; column: string }[]>`
      SELECT table_name::text AS table, column_name::text AS column FROM information_schema.columns WHERE table_schema = 'public'`;
    const ofRows = (await triggers()).filter(({ isOfRow }) => isOfRow);
    for (const table of new Set(ofRows.map((trigger) => trigger.table))) {
      const own = ofRows.filter((trigger) => trigger.table === table);
      const columns = rows.filter((row) => row.table === table).map(({ column }) => column);
      const lists = new Set(own.map(({ args }) => `${args[2]}|${args[3]}`));
      expect([table, lists.size]).toEqual([table, 1]);
      const [shown = '', hidden = ''] = [...lists][0]?.split('|') ?? [];
      const told = [...shown.split(' '), ...hidden.split(' ')].filter((column) => column !== '');
      expect([table, columns.filter((column) => !told.includes(column)).sort()]).toEqual([table, [...(NOT_SHOWN[table] ?? [])].sort()]);
      expect([table, told.filter((column) => !columns.includes(column))]).toEqual([table, []]);
      for (const { columns: watched } of own.filter(({ isOfUpdate, columns: named }) => isOfUpdate && named.length > 0)) {
        // What is set once is not watched.
        expect([table, watched.filter((column) => !told.includes(column))]).toEqual([table, []]);
      }
    }
  });

  it('knows each permission by its name, so that it can say to whom it was given', async () => {
    const names = [...ORGANIZATION_PERMISSION_NAMES, ...Object.keys(CHANNEL_GROUP_SETTINGS), ...Object.keys(USER_GROUP_SETTINGS)];
    const { client } = postgres.database;
    for (const name of names) {
      const [row] = await client.$queryRaw<{ value: unknown }[]>`SELECT audit_value(1, ${name}, '999') AS value`;
      expect([name, row?.value]).toEqual([name, { direct_members: [], direct_subgroups: [] }]);
    }
    const [other] = await client.$queryRaw<{ value: unknown }[]>`SELECT audit_value(1, 'role', '400') AS value`;
    expect(other?.value).toBe(400);
  });
});
