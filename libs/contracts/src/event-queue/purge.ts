import { purgePart } from '../purge-part.js';

export const purgeLog = purgePart('event-queue', 'purgeLog');
