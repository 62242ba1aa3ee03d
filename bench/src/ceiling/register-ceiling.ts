// The minimum cost of a registration: a bare Node HTTP server that reads the users, channels and subscriptions of one organization and
// returns the rows unchanged. Arguments: the database, and a user of the organization.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const [, , connectionString, userId] = process.argv;
const pool = new pg.Pool({ connectionString, max: 10 });
const { rows } = await pool.query<{ organization_id: number }>('SELECT organization_id FROM user_account WHERE id = $1', [userId]);
const organizationId = rows[0]?.organization_id;

const read = (sql: string, values: readonly unknown[]) => pool.query(sql, [...values]).then((result) => result.rows);

const server = createServer((_, response) => {
  const parts = Promise.all([
    read('SELECT * FROM user_account WHERE organization_id = $1', [organizationId]),
    read('SELECT * FROM channel WHERE organization_id = $1', [organizationId]),
    read('SELECT * FROM subscription WHERE organization_id = $1 AND user_id = $2', [organizationId, userId]),
    read('SELECT * FROM user_group WHERE organization_id = $1', [organizationId]),
    read('SELECT group_id, user_id FROM user_group_member WHERE organization_id = $1', [organizationId]),
  ]);
  parts.then(
    ([users, channels, subscriptions, groups, members]) =>
      response.end(JSON.stringify({ users, channels, subscriptions, groups, members })),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', 16_384, () => process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
