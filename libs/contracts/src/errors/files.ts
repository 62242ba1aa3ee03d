import { make } from './api-error.js';

/** Errors about uploaded files and pictures. */
export const fileErrors = {
  badImage: (args: { msg: string }) => make(400, 'BAD_IMAGE', args.msg),
  uploadQuotaReached: () => make(400, 'REALM_UPLOAD_QUOTA', "The upload would exceed your organization's upload quota."),
  ownUploadQuotaReached: () => make(400, 'REALM_UPLOAD_QUOTA', 'The upload would exceed your own upload quota.'),
} as const;
