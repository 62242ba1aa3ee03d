import { apiErrors, type Role } from '@parley/contracts';
import { type AccountActor, type AccountTarget, roleChangeNeeds } from './account-administration.policy.js';

/** Setting the current role again needs no permission, because it changes nothing. @throws ownersOnly, administratorsOnly */
export function refuseRoleChange(actor: AccountActor, target: AccountTarget, role: Role): void {
  const needs = role === target.role ? undefined : roleChangeNeeds(actor, target, role);
  if (needs === 'owner') throw apiErrors.ownersOnly();
  if (needs === 'administrator') throw apiErrors.administratorsOnly();
}
