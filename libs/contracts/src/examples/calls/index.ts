// A call of each endpoint, by its name. A new endpoint's goes into the file of its kind.
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
