import { endpoint } from '../contract.js';
import { choice, pathInt, storedText } from '../wire/param.js';

/** Why a message can be reported: the registration lists them for clients. */
export const REPORT_MESSAGE_TYPES = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const;

const MAX_DESCRIPTION = 1_000;

/** The notification bot posts the report, with the message, in the channel that the organization chose for moderation requests. */
export const reportMessage = endpoint({
  name: 'reportMessage',
  rateLimit: 'sends',
  method: 'POST',
  path: '/messages/{message_id}/report',
  service: 'messaging',
  scope: 'send',
  summary: 'Report a message to the moderators',
  params: {
    message_id: pathInt(),
    report_type: choice(['spam', 'harassment', 'inappropriate', 'norms', 'other']).example('spam'),
    description: storedText({ max: MAX_DESCRIPTION })
      .default('')
      .describe('What is wrong with the message. Required if `report_type` is `other`.'),
  },
  response: {},
  errors: ['invalidMessages', 'reportNeedsDescription', 'reportingDisabled'],
});
