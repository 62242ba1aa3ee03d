import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statementsDuring } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

it('a message renders the active custom emoji of its organization, and still takes two statements', async () => {
  const organization = await suite.rows.organization();
  const [ann, bob] = [await suite.rows.user(organization), await suite.rows.user(organization)];
  await suite.rows.realmEmoji(organization, { name: 'green.tick', file: 'aa.png' });
  await suite.rows.realmEmoji(organization, { name: 'old_logo', file: 'bb.png', isDeactivated: true });
  await suite.rows.realmEmoji(await suite.rows.organization(), { name: 'theirs', file: 'cc.png' });
  let id = 0;
  const statements = await statementsDuring(async () => {
    id = await suite.sendDirect(ann, [bob], { content: ':green.tick: :old_logo: :theirs: :tada:' });
  });
  expect(statements).toHaveLength(2);
  const [message] = await suite.seen(bob, [id]);
  const image = `<img alt=":green.tick:" class="emoji" src="/user_avatars/${organization.id}/emoji/images/aa.png" title="green.tick">`;
  expect(message?.content).toMatch(`<p>${image} :old_logo: :theirs: <span aria-label="tada"`);
});
