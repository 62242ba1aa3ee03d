import { purgePart } from '../purge-part.js';

export const purgeChannels = purgePart('channels', 'purgeChannels');
