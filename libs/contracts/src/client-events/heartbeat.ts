import { clientEvent } from '../client-event.js';

export const heartbeatEvent = clientEvent({
  type: 'heartbeat',
  summary: 'Nothing happened. Its id is to be acknowledged like any other.',
  fields: {},
  example: {},
});
