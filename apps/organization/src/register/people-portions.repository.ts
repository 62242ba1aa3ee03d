import { Prisma, type Select, select } from '@parley/persistence';
import { z } from 'zod';

const peoplePortion = z.object({
  firstId: z.int(),
  lastId: z.int(),
  /** Changes with the row or the profile values of any of them. */
  version: z.string(),
  /** Whose email addresses are hidden from whom: bit n is set if one of them has the visibility n (`EMAIL_VISIBILITY`). */
  visibilities: z.int(),
});
/** Some of an organization's users and bots, with consecutive ids. */
export type PeoplePortion = z.infer<typeof peoplePortion>;

/** Large enough that there are few, small enough that one change invalidates little. */
const PORTION_SIZE = 200;

/**
 * All users and bots of an organization, in portions. Data cached for a portion is valid in every snapshot with the same version, which is computed
 * from the transaction that wrote each row. So no code has to invalidate it. Transaction numbers may repeat after PostgreSQL was
 * restarted from an older state, so the version includes its start time.
 */
export function selectPeoplePortions(organizationId: number): Select<typeof peoplePortion> {
  return select(
    peoplePortion,
    Prisma.sql`
    WITH person AS (
      SELECT id, xmin::text AS version, (row_number() OVER (ORDER BY id) - 1) / ${PORTION_SIZE}::int AS portion,
        email_address_visibility AS visibility
      FROM user_account WHERE organization_id = ${organizationId}
    ), profile AS (
      SELECT user_id, bit_xor(hashtextextended(xmin::text, field_id)) AS version
      FROM profile_value WHERE organization_id = ${organizationId} GROUP BY user_id
    )
    SELECT min(person.id) AS "firstId", max(person.id) AS "lastId",
      bit_xor(hashtextextended(concat(person.version, ':', profile.version), person.id)) || ' ' || pg_postmaster_start_time() AS version,
      bit_or(1 << person.visibility::int) AS visibilities
    FROM person LEFT JOIN profile ON profile.user_id = person.id
    GROUP BY person.portion ORDER BY person.portion`,
  );
}
