import { purgePart } from '../purge-part.js';

export const purgePersonalSettings = purgePart('settings', 'purgePersonalSettings');
