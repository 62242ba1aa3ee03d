// Example calls of all endpoints, by name. Add that of a new endpoint to the file of its topic.
import type { CallExamples } from '../call-example.js';
import { channelCalls } from './channels.js';
import { eventCalls } from './events.js';
import { invitationCalls } from './invitations.js';
import { messageCalls } from './messages.js';
import { organizationCalls } from './organization.js';
import { peopleCalls } from './people.js';
import { settingCalls } from './settings.js';

export const CALL_EXAMPLES: CallExamples = {
  ...channelCalls,
  ...eventCalls,
  ...invitationCalls,
  ...messageCalls,
  ...organizationCalls,
  ...peopleCalls,
  ...settingCalls,
};
