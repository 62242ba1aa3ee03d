import { isAdministrator, ROLES, type Role } from '@parley/contracts';

/** Who asks for a change of an account. */
export interface AccountActor {
  readonly userId: number;
  readonly role: Role;
}

/** The account that is to change. */
export interface AccountTarget {
  readonly role: Role;
  /** Null: no bot, or nobody's. */
  readonly botOwnerId: number | null;
}

/** Administrators may change everybody; others the bots that they own. */
export function mayAdministerAccount(actor: AccountActor, target: AccountTarget): boolean {
  return isAdministrator(actor.role) || target.botOwnerId === actor.userId;
}

/** Who is needed to give an account a role: an owner to make or unmake owners, for any other role an administrator, whoever owns a bot. */
export function roleChangeNeeds(actor: AccountActor, target: AccountTarget, role: Role): 'owner' | 'administrator' | undefined {
  if ([target.role, role].includes(ROLES.owner) && actor.role !== ROLES.owner) return 'owner';
  return isAdministrator(actor.role) ? undefined : 'administrator';
}

/** Who is needed to deactivate a person, to bring them back, or to give them another address: an administrator; for an owner, an owner. */
export function takeoverNeeds(actor: AccountActor, target: AccountTarget): 'owner' | 'administrator' | undefined {
  if (!isAdministrator(actor.role)) return 'administrator';
  return target.role === ROLES.owner && actor.role !== ROLES.owner ? 'owner' : undefined;
}

/**
 * Whose permission it takes to control a bot: to read or renew its key, to deactivate or reactivate it, or to become its owner. A bot acts with its own role and
 * where its owner may, so this needs what taking over either of them needs. People need nothing more for their own bots.
 */
export function botTakeoverNeeds(
  actor: AccountActor,
  bot: AccountTarget,
  owner: AccountTarget | undefined,
): 'owner' | 'administrator' | undefined {
  if (bot.botOwnerId === actor.userId) return undefined;
  return takeoverNeeds(actor, bot) ?? (owner === undefined ? undefined : takeoverNeeds(actor, owner));
}

/** Whom an organization would lose that it cannot do without. Bots and deactivated people do not count among the others. */
export function lastOfOrganization(
  target: { readonly role: Role; readonly isBot: boolean },
  others: { readonly owners: number; readonly people: number },
): 'owner' | 'user' | undefined {
  if (target.isBot) return undefined;
  if (others.people === 0) return 'user';
  return target.role === ROLES.owner && others.owners === 0 ? 'owner' : undefined;
}
