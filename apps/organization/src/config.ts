import {
  baseVariables,
  cellVariables,
  checkStorage,
  checkWebPush,
  mailVariables,
  networksVariable,
  pushVariables,
  secretVariable,
  storageVariables,
  storeVariables,
  webPushVariables,
} from '@parley/runtime';
import { z } from 'zod';

/** Each group is complete or absent. */
const TOGETHER = [
  ['BIG_BLUE_BUTTON_URL', 'BIG_BLUE_BUTTON_SECRET'],
  ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET'],
] as const;

export const organizationConfig = z
  .object({
    ...baseVariables,
    ...cellVariables,
    ...storeVariables,
    ...storageVariables,
    ...mailVariables,
    ...pushVariables,
    ...webPushVariables,
    /** No other service can read API keys. */
    PARLEY_KEY_SECRET: secretVariable,
    /** Also accepted, while the secret is being replaced: docs/operations.md. */
    PARLEY_KEY_SECRET_PREVIOUS: secretVariable.optional(),
    /** How long entries of the audit log are kept. */
    AUDIT_LOG_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
    /** Browser sessions end after this time without use. */
    SESSION_IDLE_HOURS: z.coerce.number().int().min(2).max(87_600).default(336),
    /** They end after this time in any case. */
    SESSION_HOURS: z.coerce.number().int().min(1).max(87_600).default(2_160),
    /** Networks that are not on the public internet, in which identity providers may be all the same, also without TLS. */
    SIGN_IN_NETWORKS: networksVariable,
    /** Where video calls by Jitsi Meet are, unless the organization chose another server. Clients make the links. */
    JITSI_SERVER_URL: z.url({ protocol: /^https?$/ }).default('https://meet.jit.si'),
    /** Up to `/api`, such as https://bbb.example.com/bigbluebutton. */
    BIG_BLUE_BUTTON_URL: z.url({ protocol: /^https?$/ }).optional(),
    BIG_BLUE_BUTTON_SECRET: z.string().min(1).optional(),
    /** Of a server-to-server OAuth app. */
    ZOOM_ACCOUNT_ID: z.string().min(1).optional(),
    ZOOM_CLIENT_ID: z.string().min(1).optional(),
    ZOOM_CLIENT_SECRET: z.string().min(1).optional(),
    ZOOM_URL: z.url({ protocol: /^https?$/ }).default('https://zoom.us'),
    ZOOM_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.zoom.us'),
  })
  .check(checkStorage)
  .check(checkWebPush)
  .check(({ value, issues }) => {
    for (const together of TOGETHER) {
      const given = together.filter((name) => value[name] !== undefined);
      const missing = together.filter((name) => value[name] === undefined);
      if (given.length === 0) continue;
      for (const name of missing) issues.push({ code: 'custom', path: [name], input: undefined, message: `is needed with ${given[0]}` });
    }
  });
export type OrganizationConfig = z.infer<typeof organizationConfig>;
