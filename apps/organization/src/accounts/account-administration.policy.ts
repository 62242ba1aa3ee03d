import { apiErrors, isAdministrator, type Refusal, ROLES, type Role } from '@parley/contracts';

/** The caller who changes an account. */
export interface AccountActor {
  readonly userId: number;
  readonly role: Role;
}

/** The account to be changed. */
export interface AccountTarget {
  readonly role: Role;
  /** Null if it is not a bot, or a bot without owner. */
  readonly botOwnerId: number | null;
}

/** Administrators may change all accounts; others may change the bots that they own. */
export function mayAdministerAccount(actor: AccountActor, target: AccountTarget): boolean {
  return isAdministrator(actor.role) || target.botOwnerId === actor.userId;
}

/**
 * Why the actor may not give an account a role. Only owners add or remove owners, and only administrators give other roles, also to bots that
 * they own. The current role needs no permission, because it changes nothing.
 */
export function roleChangeRefusal(actor: AccountActor, target: AccountTarget, role: Role): Refusal {
  if (role === target.role) return undefined;
  if ([target.role, role].includes(ROLES.owner) && actor.role !== ROLES.owner) return apiErrors.ownersOnly();
  return isAdministrator(actor.role) ? undefined : apiErrors.administratorsOnly();
}

/** Why the actor may not deactivate or reactivate a user, or change their address. This requires an administrator; for an owner, an owner. */
export function takeoverRefusal(actor: AccountActor, target: AccountTarget): Refusal {
  if (!isAdministrator(actor.role)) return apiErrors.administratorsOnly();
  return target.role === ROLES.owner && actor.role !== ROLES.owner ? apiErrors.ownersOnly() : undefined;
}

/**
 * Why the actor may not control a bot: read or renew its key, deactivate or reactivate it, or become its owner. A bot acts with its own
 * role and where its owner may, so this requires what taking over either of them requires. Users need no role for their own bots.
 */
export function botTakeoverRefusal(actor: AccountActor, bot: AccountTarget, owner: AccountTarget | undefined): Refusal {
  if (bot.botOwnerId === actor.userId) return undefined;
  return takeoverRefusal(actor, bot) ?? (owner === undefined ? undefined : takeoverRefusal(actor, owner));
}

/** Whether the organization would lose its last owner or last user. Bots and deactivated users do not count among the others. */
export function lastOfOrganization(
  target: { readonly role: Role; readonly isBot: boolean },
  others: { readonly owners: number; readonly people: number },
): 'owner' | 'user' | undefined {
  if (target.isBot) return undefined;
  if (others.people === 0) return 'user';
  return target.role === ROLES.owner && others.owners === 0 ? 'owner' : undefined;
}
