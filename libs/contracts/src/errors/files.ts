import { bad, make } from './api-error.js';

/** Errors about uploaded files and pictures. */
export const fileErrors = {
  missingUpload: () => bad('You must specify a file to upload'),
  severalUploads: () => bad('You may only upload one file at a time'),
  notOneFile: () => bad('You must upload exactly one file.'),
  notOneAvatar: () => bad('You must upload exactly one avatar.'),
  notOneIcon: () => bad('You must upload exactly one icon.'),
  notOneLogo: () => bad('You must upload exactly one logo.'),
  invalidAttachment: () => bad('Invalid attachment'),
  unreadableImage: () => make(400, 'BAD_IMAGE', 'The file is not an image that can be read'),
  imageTooLarge: () => make(400, 'BAD_IMAGE', 'The image has too many pixels'),
  avatarChangesDisabled: () => bad('Avatar changes are disabled in this organization.'),
  uploadQuotaReached: () => make(400, 'REALM_UPLOAD_QUOTA', "The upload would exceed your organization's upload quota."),
  ownUploadQuotaReached: () => make(400, 'REALM_UPLOAD_QUOTA', 'The upload would exceed your own upload quota.'),
} as const;
