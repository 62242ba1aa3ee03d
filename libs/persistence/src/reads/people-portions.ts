import type { Reader } from '../database.js';

/** Some of an organization's people and bots, in a row by id. */
export interface PeoplePortion {
  readonly firstId: number;
  readonly lastId: number;
  /** Another one as soon as the row of any of them is, or what they tell in profile fields. */
  readonly version: string;
}

/** Large, so that there are few; small, so that one change makes little to be read again. */
const PORTION = 500;

/**
 * All people and bots of an organization, in portions. What is kept of a portion is true for any snapshot that shows the same version: it is made of
 * which transaction wrote each of its rows. Nobody has to remember to change it. Numbers of transactions may come again after PostgreSQL was
 * restarted from an older state, so that its start is part of it.
 */
export function peoplePortions(reader: Reader, organizationId: number): Promise<PeoplePortion[]> {
  return reader.$queryRaw<PeoplePortion[]>`
    WITH person AS (
      SELECT id, xmin::text AS version, (row_number() OVER (ORDER BY id) - 1) / ${PORTION}::int AS portion
      FROM user_account WHERE organization_id = ${organizationId}
    ), told AS (
      SELECT user_id, bit_xor(hashtextextended(xmin::text, field_id)) AS version
      FROM profile_value WHERE organization_id = ${organizationId} GROUP BY user_id
    )
    SELECT min(person.id) AS "firstId", max(person.id) AS "lastId",
      bit_xor(hashtextextended(concat(person.version, ':', told.version), person.id)) || ' ' || pg_postmaster_start_time() AS version
    FROM person LEFT JOIN told ON told.user_id = person.id
    GROUP BY person.portion ORDER BY person.portion`;
}
