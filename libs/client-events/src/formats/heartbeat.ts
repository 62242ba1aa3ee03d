import { clientEvent } from '../client-event.js';

export const heartbeatEvent = clientEvent({
  type: 'heartbeat',
  summary: 'Heartbeat. Acknowledge its id like that of any other event.',
  fields: {},
  example: {},
});
