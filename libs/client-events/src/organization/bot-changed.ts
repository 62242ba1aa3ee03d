import { botChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { realmBotPart } from './realm-bot-events.js';

export const botChangedFanOut = fanOut(botChanged, {
  parts: ({ userId, ownerId, changed }) => [realmBotPart('update', { user_id: userId, ...changed }, ownerId)],
});
