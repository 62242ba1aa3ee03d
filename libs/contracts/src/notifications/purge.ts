import { purgePart } from '../purge-part.js';

export const purgeNotifications = purgePart('notifications', 'purgeNotifications');
