import { purgePart } from '../purge-part.js';

export const purgeInvitations = purgePart('invitations', 'purgeInvitations');
