import { botChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { botTold } from './realm-bot-events.js';

export const botChangedFanOut = fanOut(botChanged, {
  parts: ({ userId, ownerId, changed }) => [botTold('update', { user_id: userId, ...changed }, ownerId)],
});
