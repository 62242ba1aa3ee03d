import { expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { addCopies } from '../client/add-copies.js';
import { describeWebApp, type Person, type WebAppTools } from './web-app-tools.js';

/** Messages of Ann in a channel with Bob. */
async function filled(tools: WebAppTools, count: number) {
  const pair = await tools.pair();
  const first = { type: 'channel', to: pair.channel.id, topic: 'birds', content: 'the first one' } as const;
  const { id } = await tools.world.as(pair.ann).ok(sendMessage, first);
  await addCopies(id, count - 1);
  return pair;
}

describeWebApp('the web app with many messages', (tools) => {
  const unreadOf = async (person: Person, channelId: number) => {
    const narrow = [
      { operator: 'channel', operand: channelId },
      { operator: 'is', operand: 'unread' },
    ];
    const params = { anchor: 'oldest', num_before: 0, num_after: 5_000, narrow };
    return (await tools.world.as(person).ok(getMessages, params)).messages.length;
  };

  it('counts 5,000 unread messages, begins at the first one, and follows what is read', async () => {
    const { ann, bob, channel, path } = await filled(tools, 5_000);
    const reader = await tools.open(bob, { viewport: { width: 1_000, height: 800 } });
    const { page } = reader;
    await page.goto(`${tools.base}/app/inbox`);
    const entry = page.getByRole('main').getByRole('link', { name: /^birds/ });
    await page.getByRole('main').getByRole('link', { name: 'birds 5,000 unread messages' }).waitFor();
    await page.goto(path);
    await reader.message('the first one').waitFor();
    await reader.message('line 10').first().waitFor();
    await page.keyboard.press('End');
    await reader.message('line 4999').waitFor();
    // What was on the screen at both ends was read, and nothing between them.
    const badge = page.getByRole('navigation').getByRole('link', { name: channel.name });
    await reader.until(
      async () => [await unreadOf(bob, channel.id), (await badge.getByText(/unread/).textContent()) ?? ''] as const,
      ([unread, shown]) => unread < 4_990 && shown === `${unread.toLocaleString('en')} unread messages`,
    );
    expect(await unreadOf(bob, channel.id)).toBeGreaterThan(4_800);

    await tools.world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'cats', content: 'one more' });
    await page.goto(`${tools.base}/app/inbox`);
    await page.getByRole('button', { name: 'Mark as read: birds' }).click();
    await entry.waitFor({ state: 'detached' });
    await reader.until(
      () => unreadOf(bob, channel.id),
      (unread) => unread === 1,
    );
  }, 300_000);
});
