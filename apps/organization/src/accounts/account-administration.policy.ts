import { isAdministrator, ROLES, type Role } from '@parley/contracts';

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

/** The role required to give an account a role: an owner to add or remove owners, an administrator for any other role, also for owners of a bot. */
export function roleChangeNeeds(actor: AccountActor, target: AccountTarget, role: Role): 'owner' | 'administrator' | undefined {
  if ([target.role, role].includes(ROLES.owner) && actor.role !== ROLES.owner) return 'owner';
  return isAdministrator(actor.role) ? undefined : 'administrator';
}

/** The role required to deactivate or reactivate a user, or to change their address: an administrator; for an owner, an owner. */
export function takeoverNeeds(actor: AccountActor, target: AccountTarget): 'owner' | 'administrator' | undefined {
  if (!isAdministrator(actor.role)) return 'administrator';
  return target.role === ROLES.owner && actor.role !== ROLES.owner ? 'owner' : undefined;
}

/**
 * The role required to control a bot: to read or renew its key, to deactivate or reactivate it, or to become its owner. A bot acts with its own
 * role and where its owner may, so this requires what taking over either of them requires. Users need no role for their own bots.
 */
export function botTakeoverNeeds(
  actor: AccountActor,
  bot: AccountTarget,
  owner: AccountTarget | undefined,
): 'owner' | 'administrator' | undefined {
  if (bot.botOwnerId === actor.userId) return undefined;
  return takeoverNeeds(actor, bot) ?? (owner === undefined ? undefined : takeoverNeeds(actor, owner));
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
