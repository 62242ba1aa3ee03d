import type { OrganizationConfig } from '../config.js';
import type { SessionLimits } from '../credentials/browser-sessions.repository.js';

/** More are of no use to a person. The one used longest ago ends. */
export const MAX_SESSIONS = 50;

export function sessionLimitsOf({
  SESSION_IDLE_HOURS,
  SESSION_HOURS,
}: Pick<OrganizationConfig, 'SESSION_IDLE_HOURS' | 'SESSION_HOURS'>): SessionLimits {
  return { idleHours: SESSION_IDLE_HOURS, maxHours: SESSION_HOURS };
}
