import { expect, it } from '@jest/globals';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { addCopies } from '../client/add-copies.js';
import { describeWebApp } from './web-app-tools.js';
import type { WebReader } from './web-reader.js';

/** The reader is faster than the server: a page of messages arrives when the reader waits for it at the end of those that are there. */
async function holdPages(reader: WebReader): Promise<void> {
  const isAt = (condition: string) =>
    reader.page.evaluate<boolean>(
      `(({ scrollTop, clientHeight, scrollHeight }) => ${condition})(document.querySelector('.feed-scroller') ?? {})`,
    );
  const untilAt = (condition: string) => reader.until(() => isAt(condition), Boolean);
  await reader.page.route(/\/messages\?/, async (route) => {
    const params = new URL(route.request().url()).searchParams;
    if (params.get('num_after') === '0') await untilAt('scrollTop === 0');
    if (params.get('num_before') === '0') await untilAt('scrollTop + clientHeight > scrollHeight - 2');
    await route.continue();
  });
}

describeWebApp('scrolling the web app in large steps', (tools) => {
  /** A person, the address of a channel of theirs, and the ids of its messages. They have read them, or another person has. */
  const filled = async (count: number, isRead: boolean) => {
    const { ann, bob, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    const first = { type: 'channel', to: channel.id, topic: 'birds', content: 'the first one', read_by_sender: true } as const;
    const { id } = await writer.ok(sendMessage, first);
    await addCopies(id, count - 1);
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const { messages } = await writer.ok(getMessages, { anchor: 'oldest', num_before: 0, num_after: count, narrow });
    expect(messages).toHaveLength(count);
    const reader = await tools.open(isRead ? ann : bob, { viewport: { width: 1_000, height: 1_000 } });
    await holdPages(reader);
    await reader.page.goto(path);
    await reader.message(isRead ? `line ${count - 1}` : 'the first one').waitFor();
    return { reader, ids: messages.map((message) => message.id) };
  };

  it('shows 2,000 messages up to the first one and down again without a hole, when the reader waits at the top for each page', async () => {
    const { reader, ids } = await filled(2_000, true);
    await reader.scrollOver(ids, -900);
    await reader.message('the first one').waitFor();
    await reader.scrollOver(ids, 900);
  }, 360_000);

  it('shows 400 unread messages without a hole, when the reader waits at the bottom for each page', async () => {
    const { reader, ids } = await filled(400, false);
    await reader.scrollOver(ids, 900);
    await reader.message('line 399').waitFor();
  }, 240_000);
});
