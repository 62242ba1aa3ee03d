import { organizationPicture } from '@parley/access';
import { getEmojiData } from '@parley/contracts/messaging';
import { isPasswordLoginEnabled, organizationSettings, uploadQuotaMib } from '@parley/contracts/organization';
import type { OrganizationRecord } from '@parley/persistence';
import { RawJson } from '@parley/rpc';
import type { OrganizationAddresses } from '@parley/runtime';
import { channelCreationPolicy, webPublicCreationPolicy, wildcardMentionPolicy } from './deprecated-policies.js';
import type { PermissionValues } from './permission-values.js';
import { authenticationMethods, gifRatingOptions, serverFacts } from './server-facts.js';
import { supportedPermissionSettings } from './supported-permission-settings.js';

/** Fields of the group `realm` that are the same for all organizations. */
export const serverFields = RawJson.of({
  ...serverFacts,
  gif_rating_policy_options: gifRatingOptions,
  giphy_rating_options: gifRatingOptions,
  server_supported_permission_settings: supportedPermissionSettings,
});

/** The other fields of the group `realm`: settings of the organization, and fields derived from them. */
export function realmFields(
  organization: OrganizationRecord,
  permissions: PermissionValues,
  addresses: OrganizationAddresses,
): Record<string, unknown> {
  return {
    ...identity(organization, addresses),
    ...withPrefix(organizationSettings(organization.settings)),
    ...withPrefix(Object.fromEntries(Object.entries(permissions).map(([name, { value }]) => [name, value]))),
    ...derived(organization, permissions),
  };
}

function identity(organization: OrganizationRecord, addresses: OrganizationAddresses) {
  const url = addresses.url(organization.stringId);
  const [icon, logo, night] = [
    organizationPicture(organization, 'icon'),
    organizationPicture(organization, 'logo'),
    organizationPicture(organization, 'night_logo'),
  ];
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_icon_url: icon.url,
    realm_icon_source: icon.source,
    realm_logo_url: logo.url,
    realm_logo_source: logo.source,
    realm_night_logo_url: night.url,
    realm_night_logo_source: night.source,
    realm_url: url,
    realm_uri: url,
    // Absolute, because the mobile app requests it unchanged.
    server_emoji_data_url: `${url}/api/v1${getEmojiData.path}`,
    realm_uuid: organization.uuid,
    realm_bot_domain: addresses.mailDomain(organization.stringId),
    realm_upload_quota_mib: uploadQuotaMib(organization.settings),
    realm_date_created: Math.floor(organization.createdAt.getTime() / 1000),
  };
}

/** Deprecated or duplicate fields that are derived from the settings. */
function derived(organization: OrganizationRecord, permissions: PermissionValues) {
  const settings = organizationSettings(organization.settings);
  const password = isPasswordLoginEnabled(organization.settings);
  const { can_create_public_channel_group, can_create_private_channel_group, can_create_web_public_channel_group } = permissions;
  return {
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    realm_wildcard_mention_policy: wildcardMentionPolicy(permissions.can_mention_many_users_group.systemGroup),
    realm_create_public_stream_policy: channelCreationPolicy(can_create_public_channel_group.systemGroup),
    realm_create_private_stream_policy: channelCreationPolicy(can_create_private_channel_group.systemGroup),
    realm_create_web_public_stream_policy: webPublicCreationPolicy(
      can_create_web_public_channel_group.systemGroup,
      settings.enable_spectator_access,
    ),
    realm_authentication_methods: authenticationMethods(organization.settings),
    realm_email_auth_enabled: password,
    realm_password_auth_enabled: password,
    realm_gif_rating_policy: settings.giphy_rating,
  };
}

function withPrefix(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value]));
}
