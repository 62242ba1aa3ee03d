import { z } from 'zod';
import { serviceCall } from '../contract.js';
import { uploadedFile } from '../wire/uploaded-file.js';

/** Longer than the storage needs for all files of a mail. */
const TIMEOUT_MS = 60_000;

/**
 * Whether a mail to this address would be taken now. Errors: unknownMailAddress, unknownOrganization, organizationDeactivated,
 * mailAuthorDeactivated, mailConversationGone, mayNotSendToChannel.
 */
export const checkMailbox = serviceCall({
  name: 'checkMailbox',
  service: 'messaging',
  input: z.object({ localPart: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});

/** A mail as far as it becomes a message. */
export const arrivedMail = z.object({
  /** The same for each delivery of the mail. Other mails may have it too. */
  key: z.string(),
  /** As the mail says. It proves nothing. */
  from: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  isCut: z.boolean(),
  files: z.array(uploadedFile),
  /** Names of files that were not stored. */
  refusedFiles: z.array(z.string()),
});
export type ArrivedMail = z.infer<typeof arrivedMail>;

/**
 * Posts a mail where its address leads, as its sender, with their permissions of now. A repeated call with the same mail posts nothing. Errors: those of
 * checkMailbox and of sendMessage, mailFromSomeoneElse, mailEmpty.
 */
export const receiveMail = serviceCall({
  name: 'receiveMail',
  service: 'messaging',
  input: z.object({ localPart: z.string(), mail: arrivedMail }),
  output: z.object({ id: z.int() }),
  timeoutMs: TIMEOUT_MS,
});
