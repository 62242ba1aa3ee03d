import type pg from 'pg';

/**
 * Settings of each session of a service. libs/persistence also sends them when it connects, and cannot behind a pooler, which refuses such options.
 * pooled-database.it-spec.ts holds the two together.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
  random_page_cost: '1.1',
  default_transaction_isolation: 'read committed',
  // PostgreSQL ends the statement of a client that is gone. A pooler closes the connection then, and PostgreSQL would notice it only at the end.
  client_connection_check_interval: '2s',
};

/** Gives a login the settings, and the role as which it acts, if that is another one. */
export async function setSessionSettings(client: pg.Client, login: string, role = login): Promise<void> {
  const { rows } = await client.query<{ settings: string[] | null }>(
    'SELECT s.setconfig AS settings FROM pg_roles r LEFT JOIN pg_db_role_setting s ON s.setrole = r.oid AND s.setdatabase = 0 WHERE r.rolname = $1',
    [login],
  );
  const present = new Set(rows[0]?.settings);
  const wanted = Object.entries({ ...SESSION_SETTINGS, ...(role === login ? {} : { role }) });
  for (const [name, value] of wanted) {
    if (present.has(`${name}=${value}`)) continue;
    await client.query(`ALTER ROLE ${client.escapeIdentifier(login)} SET ${name} TO ${client.escapeLiteral(value)}`);
  }
}
