import { ALL_ROLES, ROLES, type Role } from '../roles.js';

/** Values of email_address_visibility: who may see a user's real email address. */
export const EMAIL_VISIBILITY = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

/** The weakest role that sees it; 0 for none. */
const WEAKEST: Readonly<Record<number, number>> = {
  [EMAIL_VISIBILITY.everyone]: ROLES.guest,
  [EMAIL_VISIBILITY.members]: ROLES.member,
  [EMAIL_VISIBILITY.administrators]: ROLES.administrator,
  [EMAIL_VISIBILITY.nobody]: 0,
  [EMAIL_VISIBILITY.moderators]: ROLES.moderator,
};

/** Roles that see the real address of a user with this visibility. An unknown visibility hides it from everyone. */
export function rolesThatSeeEmail(visibility: number): Role[] {
  const weakest = WEAKEST[visibility] ?? 0;
  return ALL_ROLES.filter((role) => role <= weakest);
}

/** Users always see their own address. */
export function seesEmail(
  viewer: { readonly userId: number; readonly role: Role },
  target: { readonly id: number; readonly emailAddressVisibility: number },
): boolean {
  return viewer.userId === target.id || rolesThatSeeEmail(target.emailAddressVisibility).includes(viewer.role);
}

/**
 * The address that others see and with which the user logs in: the real one if everyone may see it, otherwise a generated one. `host`: without
 * port.
 */
export function apiEmailOf(
  {
    id,
    deliveryEmail,
    emailAddressVisibility,
  }: { readonly id: number; readonly deliveryEmail: string; readonly emailAddressVisibility: number },
  host: string,
): string {
  return emailAddressVisibility === EMAIL_VISIBILITY.everyone ? deliveryEmail : `user${id}@${host}`;
}
