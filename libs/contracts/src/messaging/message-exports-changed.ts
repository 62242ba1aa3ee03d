import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { messageExportObject } from './message-export-object.js';

/** An export was requested, ended or was deleted: the newest 100 of the organization. */
export const messageExportsChanged = domainEvent({
  type: 'message-exports.changed',
  owner: 'messaging',
  payload: z.object({ exports: z.array(messageExportObject) }),
});
