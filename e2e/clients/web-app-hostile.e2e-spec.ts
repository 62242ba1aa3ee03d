import { expect, it } from '@jest/globals';
import { getChannelId, subscribe } from '@parley/contracts/channels';
import { addReaction, sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { HOSTILE_TEXTS } from '../client/hostile-texts.js';
import { describeWebApp, type Person } from './web-app-tools.js';

const [SCRIPT = '', PICTURE = ''] = HOSTILE_TEXTS;
/** Names of people may not have all characters. */
const NAMES = ['<img src=x onerror=alert(1) x', '<svg/onload=alert(1)//', "'onclick='alert(1)'"];
const LONGEST_TOPIC = 60;

/** Elements that would run something, or load something as a page. */
const DANGERS = `[...document.querySelectorAll('*')]
  .filter((element) => element.matches('iframe, object, embed, base, script:not([src^="/assets/"])')
    || [...element.attributes].some(({ name, value }) => /^on/i.test(name) || (name !== 'src' && /^\\s*(javascript|vbscript|data):/i.test(value))))
  .map(({ outerHTML }) => outerHTML.slice(0, 200))`;

/** As if a file with this name was dropped. */
const dropped = (name: string) => `(() => {
  const files = new DataTransfer();
  files.items.add(new File(['text'], ${JSON.stringify(name)}));
  document.querySelector('form.compose textarea').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }));
})()`;

describeWebApp('hostile texts in the web app', (tools) => {
  it('are shown as text, and run nothing: as names, topics, messages, searches, drafts, files and reasons', async () => {
    const { world, base } = tools;
    const bob = await world.newcomer('Bob Ray');
    const people: Person[] = [];
    for (const fullName of NAMES) people.push(await world.newcomer(fullName));
    const [writer, colleague] = people as [Person, Person];
    const author = world.as(writer);
    const name = `"><img src=x onerror=alert(1)>${world.fresh('')}`;
    const principals = [bob, ...people].map(({ user_id }) => user_id);
    await author.ok(subscribe, { subscriptions: [{ name, description: HOSTILE_TEXTS.join(' ') }], principals });
    const { stream_id: to } = await author.ok(getChannelId, { stream: name });
    let last = 0;
    for (const content of [...HOSTILE_TEXTS, 'the last one']) {
      const topic = content.replaceAll('\n', ' ').slice(0, LONGEST_TOPIC);
      last = (await author.ok(sendMessage, { type: 'channel', to, topic, content })).id;
    }
    for (const person of people) await world.as(person).ok(addReaction, { message_id: last, emoji_name: 'tada' });
    await world.as(colleague).ok(updateMessageFlags, { messages: [last], op: 'add', flag: 'read' });
    await author.ok(sendMessage, { type: 'direct', to: [bob.user_id, colleague.user_id], content: PICTURE });

    const reader = await tools.open(bob);
    const { page } = reader;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      dialog.dismiss().catch(() => undefined);
    });
    const expectSafe = async (where: string) => expect([where, await page.evaluate(DANGERS), dialogs]).toEqual([where, [], []]);

    await page.goto(`${base}/app/inbox`);
    await page.getByRole('main').getByRole('link', { name: SCRIPT }).first().waitFor();
    await expectSafe('the inbox');
    await page.goto(`${base}/app/recent`);
    await page.getByRole('list', { name: 'Recent conversations' }).getByText(SCRIPT).first().waitFor();
    await expectSafe('the recent conversations');
    await page.goto(`${base}/app/search/${encodeURIComponent(`from:"${NAMES[0]}" ${PICTURE}`)}`);
    await page.getByRole('heading', { level: 1 }).getByText(PICTURE).waitFor();
    await expectSafe('a search');
    await page.goto(`${base}/app/direct/${writer.user_id},${colleague.user_id}`);
    await reader.message(PICTURE).waitFor();
    await expectSafe('a direct conversation');

    await page.getByRole('navigation').getByRole('link', { name }).first().click();
    await reader.message('x').first().waitFor();
    await page.keyboard.press('End');
    await reader.message('the last one').waitFor();
    await page.getByRole('button', { name: /^tada 3/ }).waitFor();
    await expectSafe('a channel');
    for (const spoiler of await page.getByRole('button', { name: 'Show or hide' }).all()) await spoiler.click();
    await reader.act('the last one', 'Reply');
    await expectSafe('an answer');
    await reader.field.pressSequentially('@<');
    await page.getByRole('option').filter({ hasText: '<' }).first().waitFor();
    await expectSafe('suggestions of people');
    await reader.field.press('Escape');
    await reader.field.fill(HOSTILE_TEXTS.join('\n'));
    await page.evaluate(dropped(`"'><img src=x onerror=alert(1)>.txt`));
    await reader.untilField(/\/user_uploads\//);
    await expectSafe('a draft with a file');

    await page.route('**/json/messages', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: JSON.stringify({ result: 'error', code: 'X', msg: PICTURE }) }),
    );
    await reader.field.press('Enter');
    await page.getByRole('alert').getByText(`Not sent: ${PICTURE}`).waitFor();
    await expectSafe('a refused message');
    await reader.act('the last one', 'Read by');
    await page.getByRole('dialog', { name: 'Read by' }).getByRole('listitem').first().waitFor();
    await expectSafe('who has read a message');
  }, 300_000);
});
