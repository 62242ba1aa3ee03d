import { ORGANIZATION_SETTINGS, type OrganizationSetting } from '@parley/contracts/organization';
import { type SettingValue, USER_SETTINGS, type UserSettingName } from '@parley/contracts/settings';

/** Valid values of every type of setting. */
const CANDIDATES = [1, 2, 3, 'text', 'all_messages', 'never', 'bark', 'de', 'Europe/Paris'] as const;

/** A value of the setting other than the initial one, for tests of all settings. */
export function otherSettingValue(name: UserSettingName): SettingValue {
  const { schema, initial } = USER_SETTINGS[name];
  const found = [!initial, ...CANDIDATES].find((value) => value !== initial && schema.safeParse(value).success);
  if (found === undefined) throw new Error(`no other value for ${name}`);
  return found;
}

/** Values of settings that are neither booleans nor channels. */
const OTHERS: Readonly<Partial<Record<OrganizationSetting, unknown>>> = {
  org_type: 20,
  topics_policy: 'disable_empty_topic',
  message_content_edit_limit_seconds: 60,
  message_content_delete_limit_seconds: 'unlimited',
  move_messages_within_stream_limit_seconds: 3600,
  move_messages_between_streams_limit_seconds: 'unlimited',
  message_edit_history_visibility_policy: 'moves',
  message_retention_days: 30,
  waiting_period_threshold: 3,
  require_second_factor_from: 4_000_000_000,
  welcome_message_custom_text: 'Hello 𝒳',
  digest_weekday: 4,
  media_preview_size: 2,
  default_language: 'de',
  default_code_block_language: 'python',
  default_avatar_source: 'J',
  video_chat_provider: 0,
  jitsi_server_url: 'https://meet.example.com',
  giphy_rating: 3,
};

/** A value of the organization's setting other than the initial one, as clients send it. Tests create channels themselves. */
export function otherOrganizationValue(name: OrganizationSetting): unknown {
  const { initial } = ORGANIZATION_SETTINGS[name];
  const other = typeof initial === 'boolean' ? !initial : OTHERS[name];
  if (other === undefined) throw new Error(`no other value for ${name}`);
  return other;
}
