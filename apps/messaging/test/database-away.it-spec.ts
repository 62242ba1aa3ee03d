import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiError } from '@parley/contracts';
import { getMessages, listDrafts, sendMessage } from '@parley/contracts/messaging';
import { connectToDatabase, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

/** The errors of a send, of a page of history and of a short read. */
function refusals(by: UserRow): Promise<unknown[]> {
  const calls = [
    suite.call(sendMessage, by.caller, { type: 'direct', to: [by.id], content: 'hello' }),
    suite.call(getMessages, by.caller, { anchor: 'newest', num_before: 1, num_after: 0 }),
    suite.call(listDrafts, by.caller, {}),
  ];
  return Promise.all(
    calls.map((call) =>
      call.then(
        () => 'answered',
        (error: ApiError) => error.status,
      ),
    ),
  );
}

it('requests get 503 while the database is restored: without rights, without tables, without the database', async () => {
  const { ann } = await suite.channelOfTwo();
  expect(await refusals(ann)).toEqual(['answered', 'answered', 'answered']);
  const url = new URL(String(suite.suite.env.DATABASE_URL));
  const name = url.pathname.slice(1);
  await suite.client.$executeRawUnsafe('REVOKE ALL ON ALL TABLES IN SCHEMA public FROM parley_messaging');
  expect(await refusals(ann)).toEqual([503, 503, 503]);
  await suite.client.$executeRawUnsafe('DROP TABLE message, draft, user_account CASCADE');
  expect(await refusals(ann)).toEqual([503, 503, 503]);
  url.pathname = '/postgres';
  const admin = await connectToDatabase(url.href);
  try {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    expect(await refusals(ann)).toEqual([503, 503, 503]);
  } finally {
    await admin.end();
  }
});
