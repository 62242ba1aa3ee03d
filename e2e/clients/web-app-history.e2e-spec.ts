import { expect, it } from '@jest/globals';
import { sendMessage, updateMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { describeWebApp } from './web-app-tools.js';

describeWebApp('the history and the readers of a message', (tools) => {
  it('shows what changed in each version, and runs nothing that was in one', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const writer = tools.world.as(ann);
    const message = {
      type: 'channel',
      to: channel.id,
      topic: 'birds',
      content: 'a red <img src=x onerror=window.attacked=1> bird',
    } as const;
    const { id } = await writer.ok(sendMessage, message);
    await writer.ok(updateMessage, { message_id: id, content: 'a blue <script>window.attacked=1</script> bird' });
    await writer.ok(updateMessage, { message_id: id, topic: 'fish' });
    const reader = await tools.open(bob);
    await reader.page.goto(path.replace('birds', 'fish'));
    await reader.act('a blue', 'Edit history');
    const dialog = reader.page.getByRole('dialog', { name: 'Edit history' });
    await dialog.getByText('Topic changed from birds to fish').waitFor();
    const versions = dialog.getByRole('article');
    expect(await versions.count()).toBe(3);
    expect((await versions.nth(1).locator('.highlight_text_deleted').allTextContents()).join(' ')).toMatch(/^red /);
    expect((await versions.nth(1).locator('.highlight_text_inserted').allTextContents()).join(' ')).toMatch(/^blue /);
    expect(await versions.nth(2).textContent()).toMatch(/Written by Ann Lee.*a red <img src=x onerror=window.attacked=1> bird/s);
    expect(await reader.page.evaluate('window.attacked')).toBeUndefined();
    for (const colorScheme of ['light', 'dark'] as const) {
      await reader.page.emulateMedia({ colorScheme });
      expect(await tools.browser.faultsOf(reader.page)).toEqual([]);
    }
    await reader.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }, 180_000);

  it('names who has read it, and says why it cannot', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const { id } = await tools.world.as(ann).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'birds', content: 'read this' });
    await tools.world.as(bob).ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
    const reader = await tools.open(ann);
    await reader.page.goto(path);
    await reader.message('read this').waitFor();
    await reader.act('read this', 'Read by');
    const dialog = reader.page.getByRole('dialog', { name: 'Read by' });
    await dialog.getByText('1 person has read this message.').waitFor();
    expect(await dialog.getByRole('listitem').filter({ hasText: 'Bob Ray' }).count()).toBe(1);
    expect(await dialog.getByRole('listitem').count()).toBe(1);
    await reader.page.keyboard.press('Escape');

    await reader.page.route('**/read_receipts**', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"result":"error","code":"BAD_REQUEST","msg":"Not here"}' }),
    );
    await reader.act('read this', 'Read by');
    await dialog.getByRole('alert').getByText('That did not work: Not here').waitFor();
  }, 180_000);
});
