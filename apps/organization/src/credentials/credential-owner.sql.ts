import { Prisma } from '@parley/persistence';

/** Of the account `u` and its organization `o`. */
export const OWNER_COLUMNS = Prisma.sql`u.organization_id AS "organizationId", o.string_id AS "stringId",
  o.deactivated_at IS NOT NULL AS "isOrganizationDeactivated", u.id AS "userId", u.role, u.is_bot AS "isBot", u.bot_owner_id AS "botOwnerId",
  u.bot_type AS "botType", u.is_active AS "isActive", u.last_active_on >= current_date AS "isKnownActive", o.settings -> 'quotas' AS quotas`;
