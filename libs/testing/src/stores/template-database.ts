import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { testEnvironment } from '@parley/runtime';
import type pg from 'pg';
import { asAdmin, onDatabase, urlOfDatabase } from './admin-connection.js';

const PRISMA = new URL('../../../../prisma/', import.meta.url);
/** Advisory lock held while the template is created, so that only one of several Jest workers creates it. */
const TEMPLATE_LOCK = 72_707_371;

/**
 * The name of a migrated database without connections. It contains a checksum of the migrations and functions, so that changed files result in
 * a new template. It is created under another name and renamed when it is complete.
 */
export async function templateDatabase(of: 'cell' | 'directory' = 'cell'): Promise<string> {
  const given = of === 'cell' ? testEnvironment().PARLEY_TEST_TEMPLATE : undefined;
  if (given !== undefined) return given;
  const scripts = await (of === 'cell' ? scriptsOfDatabase() : readScripts('directory/migrations/'));
  const template = `parley_template_${createHash('sha256').update(scripts.join('\n')).digest('hex').slice(0, 12)}`;
  await asAdmin(async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (!(await exists(admin, template))) await make(admin, template, scripts);
  });
  return template;
}

async function make(admin: pg.Client, template: string, scripts: readonly string[]): Promise<void> {
  const unfinished = `${template}_unfinished`;
  await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`);
  await onDatabase(urlOfDatabase(unfinished), async (client) => {
    for (const script of scripts) await client.query(script);
  });
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

async function exists(admin: pg.Client, name: string): Promise<boolean> {
  const found = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  return found.rowCount === 1;
}

/** The migrations, then the functions, without a look into their bodies, since they call each other. */
async function scriptsOfDatabase(): Promise<string[]> {
  const functions = await readScripts('functions/');
  return [...(await readScripts('migrations/')), ['SET check_function_bodies = off', ...functions].join(';\n')];
}

async function readScripts(folder: string): Promise<string[]> {
  const paths = (await readdir(new URL(folder, PRISMA), { recursive: true })).filter((path) => path.endsWith('.sql'));
  return Promise.all(paths.sort().map((path) => readFile(new URL(`${folder}${path}`, PRISMA), 'utf8')));
}
