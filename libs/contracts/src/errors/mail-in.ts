import { bad, make } from './api-error.js';

/** Errors of mails that arrive. Their senders see the texts. */
export const mailInErrors = {
  unknownMailAddress: () => make(404, 'BAD_REQUEST', 'This address does not exist, or is not valid any more.'),
  mailAuthorDeactivated: () => bad('The account that this address belongs to is deactivated.'),
  mailConversationGone: () => bad('The conversation of this address does not exist any more, or you may not read it any more.'),
  mailFromSomeoneElse: () => bad('Only the person who got the notification may answer here, and only from the address of their account.'),
  mailEmpty: () => bad('The mail has no text and no file.'),
  invalidMailSender: () => bad('The sender can only be you, a bot of yours, or the email gateway bot.'),
} as const;
