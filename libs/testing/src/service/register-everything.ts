import type { RegisterOptions } from '@parley/contracts/event-queue';
import { queueView } from '../events/queue-view.js';

/** Registration options of a client with all capabilities and all event types. */
export const REGISTER_EVERYTHING: RegisterOptions = {
  fetchEventTypes: null,
  clientGravatar: false,
  includeSubscribers: 'true',
  slimPresence: false,
  presenceHistoryLimitDays: 14,
  applyMarkdown: true,
  capabilities: queueView(0).capabilities,
};
