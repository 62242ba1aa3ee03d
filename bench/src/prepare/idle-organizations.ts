import type pg from 'pg';

const PREFIX = 'bench-idle-';

/** Fills up with organizations in which nothing ever happened, directly in the tables, until the installation has `count`. */
export async function fillOrganizations(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `WITH made AS (
       INSERT INTO organization (string_id, name)
       SELECT format('${PREFIX}%s', n), 'Idle' FROM generate_series(1, $1::int) AS n
       OFFSET (SELECT count(*) FROM organization) ON CONFLICT DO NOTHING RETURNING id)
     INSERT INTO organization_counter (organization_id) SELECT id FROM made`,
    [count],
  );
  await client.query('VACUUM (ANALYZE) organization, organization_counter');
}

export async function removeIdleOrganizations(client: pg.Client): Promise<void> {
  await client.query(
    `DELETE FROM organization_counter WHERE organization_id IN (SELECT id FROM organization WHERE starts_with(string_id, '${PREFIX}'))`,
  );
  await client.query(`DELETE FROM organization WHERE starts_with(string_id, '${PREFIX}')`);
}
