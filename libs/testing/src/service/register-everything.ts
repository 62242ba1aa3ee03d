import type { RegisterOptions } from '@parley/contracts';
import { queueView } from '../events/queue-view.js';

/** How a client registers that can do everything and wants to know all. */
export const REGISTER_EVERYTHING: RegisterOptions = {
  fetchEventTypes: null,
  clientGravatar: false,
  includeSubscribers: 'true',
  slimPresence: false,
  presenceHistoryLimitDays: 14,
  applyMarkdown: true,
  capabilities: queueView(0).capabilities,
};
