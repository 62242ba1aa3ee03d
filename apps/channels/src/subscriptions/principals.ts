import { knownPerson, peopleViewer } from '@parley/access';
import { apiErrors, type Caller, isRole, isStorable, type Role } from '@parley/contracts';
import { seesEmail } from '@parley/contracts/organization';
import { Prisma, type Tx } from '@parley/persistence';

/** A user whose subscriptions change. */
export interface Principal {
  readonly id: number;
  readonly role: Role;
  readonly isBot: boolean;
  readonly botOwnerId: number | null;
}

interface Row {
  readonly id: number;
  readonly role: number;
  readonly isActive: boolean;
  readonly isBot: boolean;
  readonly botOwnerId: number | null;
  /** The email address by which the request names this account, in lower case. Null: it is named by id. */
  readonly email: string | null;
  readonly isApiEmail: boolean | null;
  readonly emailAddressVisibility: number;
}

/**
 * The users that a request names by id or email address (API or real address, case-insensitive), ordered by id. Without principals it
 * is the caller. Users whom the caller may not see, and real addresses that the caller may not see, count as unknown.
 * @throws noSuchUser, deactivatedUser
 */
export async function loadPrincipals(
  tx: Tx,
  caller: Caller,
  principals: readonly number[] | readonly string[] | undefined,
): Promise<Principal[]> {
  const named: readonly (number | string)[] = principals === undefined || principals.length === 0 ? [caller.userId] : principals;
  const ids = named.filter((principal) => typeof principal === 'number');
  const emails = named.filter((principal) => typeof principal === 'string').map((email) => email.toLowerCase());
  const matches = await tx.$queryRaw<Row[]>(Prisma.sql`
    SELECT u.id, u.role::int AS role, u.is_active AS "isActive", u.is_bot AS "isBot", u.bot_owner_id AS "botOwnerId",
      u.email_address_visibility::int AS "emailAddressVisibility", wanted.email, wanted.email = lower(u.api_email) AS "isApiEmail"
    FROM user_account u
    LEFT JOIN unnest(${emails.filter(isStorable)}::text[]) AS wanted (email) ON wanted.email IN (lower(u.api_email), lower(u.delivery_email))
    WHERE u.organization_id = ${caller.organizationId} AND NOT u.is_system_bot
      AND (u.id = ANY (${ids}::bigint[]) OR wanted.email IS NOT NULL) AND ${knownPerson(peopleViewer(caller))}
    ORDER BY u.id`);
  const rows = matches.filter((row) => ids.includes(row.id) || row.isApiEmail === true || seesEmail(caller, row));
  checkAllFound(rows, ids, emails);
  return [...new Map(rows.map((row) => [row.id, toPrincipal(row)])).values()];
}

function checkAllFound(rows: readonly Row[], ids: readonly number[], emails: readonly string[]): void {
  const foundIds = new Set(rows.map((row) => row.id));
  const foundEmails = new Set(rows.map((row) => row.email));
  if (ids.some((id) => !foundIds.has(id)) || emails.some((email) => !foundEmails.has(email))) {
    throw apiErrors.noSuchUser();
  }
  if (rows.some((row) => !row.isActive)) throw apiErrors.deactivatedUser();
}

function toPrincipal({ id, role, isBot, botOwnerId }: Row): Principal {
  if (!isRole(role)) throw new Error(`user ${id} has the unknown role ${role}`);
  return { id, role, isBot, botOwnerId };
}
