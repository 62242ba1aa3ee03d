import { purgePart } from '../purge-part.js';

export const purgeMessages = purgePart('messaging', 'purgeMessages');
