import { z } from 'zod';
import { endpoint } from '../contract.js';
import { LIMITS } from '../limits.js';
import { bool, oneFile } from '../wire/param.js';

/** Pictures of an organization, registered as `realm_<name>_url` and `realm_<name>_source`. */
export const ORGANIZATION_PICTURES = ['icon', 'logo', 'night_logo'] as const;
export type OrganizationPicture = (typeof ORGANIZATION_PICTURES)[number];

const TIMEOUT_MS = 30_000;
const icon = { path: '/realm/icon', response: { icon_url: z.string() } } as const;
const logo = { path: '/realm/logo', response: {} } as const;
const night = bool().describe('Whether this is the logo for dark themes.');
const description = 'Send a multipart form with one PNG, JPEG, GIF or WebP image, under any field name.';

const found = { redirects: true, response: { url: z.string() } } as const;
const FOUND = { url: '/user_avatars/1/realm/856fdf93a96b046830ca0bc30c1834c05e1b.png' };

/** For clients that show the icon at a fixed address. */
export const getOrganizationIcon = endpoint({
  ...icon,
  ...found,
  name: 'getOrganizationIcon',
  method: 'GET',
  service: 'organization',
  scope: 'read',
  summary: "Get the organization's icon",
  params: {},
  example: FOUND,
});

/** For clients that show the logo at a fixed address. */
export const getOrganizationLogo = endpoint({
  ...logo,
  ...found,
  name: 'getOrganizationLogo',
  method: 'GET',
  service: 'organization',
  scope: 'read',
  summary: "Get the organization's logo",
  params: { night },
  example: FOUND,
});

export const uploadOrganizationIcon = endpoint({
  ...icon,
  name: 'uploadOrganizationIcon',
  method: 'POST',
  service: 'organization',
  scope: 'manage_organization',
  summary: "Upload the organization's icon",
  description: `${description} It is cropped to a square.`,
  params: { file: oneFile({ missing: 'notOneIcon', several: 'notOneIcon', maxMib: LIMITS.max_icon_file_size_mib }) },
  timeoutMs: TIMEOUT_MS,
  errors: ['administratorsOnly', 'unreadableImage', 'imageTooLarge'],
  example: { icon_url: '/user_avatars/1/realm/856fdf93a96b046830ca0bc30c1834c05e1b.png' },
});

/** The icon generated from the organization's name is shown again. */
export const deleteOrganizationIcon = endpoint({
  ...icon,
  name: 'deleteOrganizationIcon',
  method: 'DELETE',
  service: 'organization',
  scope: 'manage_organization',
  summary: "Delete the organization's icon",
  params: {},
  errors: ['administratorsOnly'],
  example: { icon_url: 'https://secure.gravatar.com/avatar/fe01ce2a7fbac8fafaed7c982a04e229?d=identicon&version=1' },
});

export const uploadOrganizationLogo = endpoint({
  ...logo,
  name: 'uploadOrganizationLogo',
  method: 'POST',
  service: 'organization',
  scope: 'manage_organization',
  summary: "Upload the organization's logo",
  description: `${description} It is resized to fit into 800 by 100 pixels.`,
  params: { file: oneFile({ missing: 'notOneLogo', several: 'notOneLogo', maxMib: LIMITS.max_logo_file_size_mib }), night },
  timeoutMs: TIMEOUT_MS,
  errors: ['administratorsOnly', 'unreadableImage', 'imageTooLarge'],
});

export const deleteOrganizationLogo = endpoint({
  ...logo,
  name: 'deleteOrganizationLogo',
  method: 'DELETE',
  service: 'organization',
  scope: 'manage_organization',
  summary: "Delete the organization's logo",
  params: { night },
  errors: ['administratorsOnly'],
});
