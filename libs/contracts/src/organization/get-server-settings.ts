import { z } from 'zod';
import { endpoint } from '../contract.js';
import { FEATURE_LEVEL, SERVER_VERSION } from '../limits.js';

/**
 * The settings that a client needs before login. On the host of an organization: of that organization. On a bare host (localhost, an IP address):
 * of the installation, with the name of its organization if there is only one, and with the requested host in its URL.
 */
export const getServerSettings = endpoint({
  name: 'getServerSettings',
  method: 'GET',
  path: '/server_settings',
  service: 'organization',
  scope: 'none',
  auth: 'none',
  summary: 'Get server settings',
  params: {},
  response: {
    authentication_methods: z.record(z.string(), z.boolean()),
    external_authentication_methods: z.array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullable(),
        login_url: z.string(),
        signup_url: z.string(),
      }),
    ),
    zulip_version: z.string(),
    zulip_merge_base: z.string(),
    zulip_feature_level: z.int(),
    service_feature_level: z.int(),
    push_notifications_enabled: z.boolean(),
    web_push_public_key: z
      .string()
      .optional()
      .describe(
        'The `applicationServerKey` with which browsers subscribe to push notifications. Absent: the server sends none to browsers.',
      ),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    realm_url: z.string(),
    /** Deprecated name of realm_url. */
    realm_uri: z.string(),
    realm_name: z.string(),
    realm_icon: z.string(),
    /** HTML. */
    realm_description: z.string(),
    realm_web_public_access_enabled: z.boolean(),
  },
  errors: ['unknownOrganization'],
  example: {
    authentication_methods: { password: true, email: true, dev: true, ldap: false },
    external_authentication_methods: [],
    zulip_version: SERVER_VERSION,
    zulip_merge_base: SERVER_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
    service_feature_level: FEATURE_LEVEL,
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: 'http://demo.localhost:9991',
    realm_uri: 'http://demo.localhost:9991',
    realm_name: 'Demo',
    realm_icon: 'https://secure.gravatar.com/avatar/795f3202b17cb6bc3d4b771d8c6c9eaf?d=identicon&version=1',
    realm_description: '<p>Where <em>we</em> talk</p>',
    realm_web_public_access_enabled: false,
  },
});
