import { z } from 'zod';
import { broadcast } from '../contract.js';

/**
 * To all gateways: what they remember of these callers is no longer true (role, key, deactivation). `userIds` null: of everybody in the
 * organization. Gateways forget by themselves within seconds, so a lost broadcast only delays.
 */
export const callersChanged = broadcast('callers-changed', z.object({ organizationId: z.int(), userIds: z.array(z.int()).nullable() }));
