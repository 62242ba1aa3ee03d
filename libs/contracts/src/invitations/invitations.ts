import { z } from 'zod';
import { endpoint } from '../contract.js';
import { ALL_ROLES, ROLES, type Role } from '../roles.js';
import { bool, json, pathInt, text, textOrJson } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';

const rest = { humansOnly: true } as const;

/** More than the number of channels or groups that a person would select. */
const MAX_IDS = 1000;
const ids = z.array(z.int()).max(MAX_IDS);
/** About four thousand years. */
const MAX_MINUTES = 2 ** 31 - 1;

/** An invitation that can still be accepted. */
const invitationObject = z.object({
  id: z.int(),
  invited_by_user_id: z.int(),
  /** Seconds since the epoch. */
  invited: z.int(),
  /** Seconds since the epoch; null for never. */
  expiry_date: z.int().nullable(),
  invited_as: z.int(),
  is_multiuse: z.boolean(),
  notify_referrer_on_join: z.boolean(),
  welcome_message_custom_text: z.string().nullable(),
  /** Only of an invitation by mail. */
  email: z.string().optional(),
  /** Only of a link for many. */
  link_url: z.string().optional(),
});
export type InvitationObject = z.infer<typeof invitationObject>;

const offer = {
  invite_expires_in_minutes: json(z.int().min(1).max(MAX_MINUTES).nullable())
    .optional()
    .describe(
      'Minutes until the invitation expires. Null: it never expires. Defaults to the value that the operator configured, initially ten days.',
    )
    .example(1440),
  invite_as: json<Role>(z.literal(ALL_ROLES))
    .default(ROLES.member)
    .describe(
      "Role of the invited users: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. Must not be above the caller's own role.",
    ),
  group_ids: json(ids).default([]).describe('Ids of the user groups that the invited users join.').example([12]),
  include_realm_default_subscriptions: bool().default(false).describe('Also subscribe the invited users to the default channels.'),
  welcome_message_custom_text: textOrJson<string | null>(storableText({ max: 8000 }).nullable())
    .default(null)
    .describe(
      'Welcome message in Markdown. Null: the text of the organization. Empty: no welcome message. Ignored unless the caller is an administrator.',
    ),
};

/**
 * Invites people by mail. All channels and groups are checked before anything is stored. Addresses that have an account, or were sent an invitation
 * of this organization within the last 24 hours, are skipped and listed in an error, but the others are invited. A new invitation replaces an older
 * one of the same address, whose link becomes invalid.
 */
export const sendInvitations = endpoint({
  ...rest,
  service: 'invitations',
  scope: 'full',
  name: 'sendInvitations',
  method: 'POST',
  path: '/invites',
  summary: 'Send invitations',
  params: {
    invitee_emails: text()
      .describe('Email addresses, separated by commas or newlines.')
      .example('zoe@example.com, Amir <amir@example.com>'),
    stream_ids: json(ids)
      .describe('Ids of the channels to subscribe the invited users to: default channels, or channels to which the caller may add others.')
      .example([3]),
    ...offer,
    notify_referrer_on_join: bool().default(true).describe('Notify the caller when an invitation is accepted.'),
  },
  response: {},
  errors: [
    'insufficientPermission',
    'ownersOnly',
    'administratorsOnly',
    'noInviteeEmails',
    'invalidInvitationChannel',
    'cannotSubscribeOthers',
    'invalidUserGroup',
    'invitationFailed',
    'mailNotConfigured',
  ],
  example: {},
});

/** The caller's invitations that can still be accepted; for administrators all. */
export const listInvitations = endpoint({
  ...rest,
  service: 'invitations',
  scope: 'full',
  name: 'listInvitations',
  method: 'GET',
  path: '/invites',
  summary: 'Get all invitations',
  params: {},
  response: { invites: z.array(invitationObject) },
  example: {
    invites: [
      {
        id: 4,
        invited_by_user_id: 5,
        invited: 1_795_261_900,
        expiry_date: 1_796_125_900,
        invited_as: 400,
        is_multiuse: false,
        notify_referrer_on_join: true,
        welcome_message_custom_text: null,
        email: 'amir@demo.example',
      },
    ],
  },
});

/** Revokes an invitation. Those of others: administrators only, and owners only if it is for an owner. */
export const revokeInvitation = endpoint({
  ...rest,
  service: 'invitations',
  scope: 'manage_organization',
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/invites/{invite_id}',
  summary: 'Revoke an email invitation',
  params: { invite_id: pathInt() },
  response: {},
  errors: ['noSuchInvitation', 'administratorsOnly', 'ownersOnly'],
});

/**
 * Sends an invitation again, with the same link. Its expiry does not change. Refused with `INVITATION_FAILED` and `daily_limit_reached` if the
 * address was sent an invitation within the last 24 hours.
 */
export const resendInvitation = endpoint({
  ...rest,
  service: 'invitations',
  scope: 'full',
  name: 'resendInvitation',
  method: 'POST',
  path: '/invites/{invite_id}/resend',
  summary: 'Resend an email invitation',
  params: { invite_id: pathInt() },
  response: {},
  errors: ['noSuchInvitation', 'administratorsOnly', 'ownersOnly', 'invitationFailed', 'mailNotConfigured'],
});

/** Creates a link with which any number of people can join until it expires. */
export const createMultiuseInvitation = endpoint({
  ...rest,
  service: 'invitations',
  scope: 'full',
  name: 'createMultiuseInvitation',
  method: 'POST',
  path: '/invites/multiuse',
  summary: 'Create a reusable invitation link',
  params: {
    ...offer,
    stream_ids: json(ids)
      .default([])
      .describe('Ids of the channels to subscribe the invited users to: default channels, or channels to which the caller may add others.'),
  },
  response: { invite_link: z.string() },
  errors: [
    'insufficientPermission',
    'ownersOnly',
    'administratorsOnly',
    'invalidInvitationChannel',
    'cannotSubscribeOthers',
    'invalidUserGroup',
  ],
  example: { invite_link: 'https://demo.parley.example/join/the-key-of-the-link' },
});

/** Revokes a link. Those of others: administrators only, and owners only if it is for owners. */
export const revokeMultiuseInvitation = endpoint({
  ...rest,
  service: 'invitations',
  scope: 'manage_organization',
  name: 'revokeMultiuseInvitation',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  summary: 'Revoke a reusable invitation link',
  params: { invite_id: pathInt() },
  response: {},
  errors: ['noSuchInvitation', 'administratorsOnly', 'ownersOnly'],
});
