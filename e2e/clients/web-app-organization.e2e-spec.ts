import { afterAll, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { createUser, getUser, listLinkifiers, updateOrganization } from '@parley/contracts/organization';
import { organizationOf } from '../client/demo.js';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { describeWebApp, type WebAppTools } from './web-app-tools.js';
import { WebReader } from './web-reader.js';

const HOSTILE = '<img src=x onerror=window.attacked=1>';
const ICON = { name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from(GREEN_PIXEL) };

/** The settings of the other organization, in front of its owner: tests in other files use the first one. */
async function openSettings(tools: WebAppTools, tab: string) {
  const { world } = tools;
  const owner = world.stranger;
  const { host } = organizationOf(world.demo, 'other');
  const reader = new WebReader(await tools.browser.page({ viewport: { width: 360, height: 640 } }));
  await reader.signIn(`http://${host}`, { email: owner.email, password: owner.password ?? '' });
  const { page } = reader;
  await page.goto(`http://${host}/app/organization`);
  await page.getByRole('tab', { name: tab }).click();
  return { reader, page, panel: page.getByRole('tabpanel', { name: tab }), actor: world.as(owner) };
}

/** Without a fault in accessibility, and no wider than a phone. */
async function expectUsable(tools: WebAppTools, page: WebReader['page']): Promise<void> {
  expect(await tools.browser.faultsOf(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect(await page.evaluate('window.attacked')).toBeUndefined();
}

describeWebApp('the settings of the organization in the web app', (tools) => {
  const registered = async (): Promise<Readonly<Record<string, unknown>>> => {
    const types = [
      'realm',
      'realm_domains',
      'realm_emoji',
      'realm_linkifiers',
      'realm_playgrounds',
      'custom_profile_fields',
      'channel_folders',
    ];
    return tools.world.as(tools.world.stranger).ok(registerQueue, { fetch_event_types: types, event_types: [] });
  };
  let before: { readonly name: string; readonly description: string } | undefined;
  afterAll(async () => {
    if (before !== undefined) await tools.world.as(tools.world.stranger).ok(updateOrganization, before);
  });

  it('change its name, description and icon', async () => {
    const { realm_name, realm_description } = await registered();
    before = { name: String(realm_name), description: String(realm_description) };
    const { reader, page, panel } = await openSettings(tools, 'Name and icon');
    const name = tools.world.fresh('Org').slice(0, 40);
    await panel.getByLabel('Name of the organization').fill(name);
    await panel.getByLabel('Description').fill(`about ${HOSTILE}`);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Saved.').waitFor();
    await page.getByRole('banner').getByText(name).waitFor();
    await expectUsable(tools, page);
    const chooser = page.waitForEvent('filechooser');
    await panel.getByRole('button', { name: 'Choose an icon' }).click();
    await (await chooser).setFiles(ICON);
    await panel.getByRole('button', { name: 'Remove the icon' }).click();
    await panel.getByRole('button', { name: 'Remove the icon' }).waitFor({ state: 'detached' });
    await reader.until(registered, (fields) => fields.realm_name === name && fields.realm_icon_source !== 'U');
    expect((await registered()).realm_description).toBe(`about ${HOSTILE}`);
  }, 180_000);

  it('change roles, and deactivate and reactivate accounts', async () => {
    const { world } = tools;
    const email = `${world.fresh('person').replaceAll(' ', '-')}@other.example`;
    const owner = world.as(world.stranger);
    const full_name = world.fresh('Cat Fox');
    const { user_id } = await owner.ok(createUser, { email, password: 'correct horse battery', full_name });
    const { reader, page, panel } = await openSettings(tools, 'People');
    const stored = async () => (await owner.ok(getUser, { user_id })).user;
    await panel.getByRole('searchbox', { name: 'Find people' }).fill(full_name);
    await panel
      .getByRole('combobox', { name: `Role of ${full_name}` })
      .first()
      .selectOption('Moderator');
    await panel.getByText('Saved.').first().waitFor();
    await reader.until(stored, ({ role }) => role === 300);
    await expectUsable(tools, page);
    await panel
      .getByRole('button', { name: `Deactivate ${full_name}` })
      .first()
      .click();
    expect((await stored()).is_active).toBe(true);
    await panel.getByRole('button', { name: 'Deactivate now' }).click();
    await reader.until(stored, ({ is_active }) => !is_active);
    await panel.getByRole('combobox', { name: 'Accounts' }).selectOption('Deactivated');
    await panel
      .getByRole('button', { name: `Reactivate ${full_name}` })
      .first()
      .click();
    await reader.until(stored, ({ is_active }) => is_active);
  }, 180_000);

  it('change rules and permissions at once, and take back what is refused', async () => {
    const { reader, page, panel } = await openSettings(tools, 'Rules');
    const { realm_send_welcome_emails: wasOn } = await registered();
    const box = panel.getByRole('checkbox', { name: 'Send a mail to new people' });
    await box.click();
    await panel.getByText('Saved.').waitFor();
    expect(await box.isChecked()).toBe(!wasOn);
    await reader.until(registered, (fields) => fields.realm_send_welcome_emails === !wasOn);
    const refuse = { status: 503, contentType: 'application/json', body: '{"result":"error","msg":"The server is busy","code":"BUSY"}' };
    await page.route('**/json/realm', (route) => route.fulfill(refuse), { times: 1 });
    await box.click();
    await panel.getByRole('alert').getByText('The server is busy').waitFor();
    await reader.until(
      () => box.isChecked(),
      (isChecked) => isChecked === !wasOn,
    );
    await box.click();
    await reader.until(registered, (fields) => fields.realm_send_welcome_emails === wasOn);
    const limit = panel.getByRole('combobox', { name: 'How long messages can be changed' });
    await limit.selectOption('always');
    await reader.until(registered, (fields) => fields.realm_message_content_edit_limit_seconds === null);
    await limit.selectOption('10 minutes');
    await reader.until(registered, (fields) => fields.realm_message_content_edit_limit_seconds === 600);
    const domain = `${tools.world.fresh('d').replaceAll(' ', '-').toLowerCase()}.example`;
    await panel.getByLabel(/^Domain/).fill(domain);
    await panel.getByRole('button', { name: 'Add' }).click();
    await panel.getByRole('button', { name: `Remove ${domain}` }).click();
    await panel.getByRole('button', { name: `Remove ${domain}` }).waitFor({ state: 'detached' });
    await expectUsable(tools, page);
    await page.getByRole('tab', { name: 'Permissions' }).click();
    const emoji = page.getByRole('combobox', { name: 'Who may add emoji' });
    const { realm_can_add_custom_emoji_group: group } = await registered();
    await emoji.selectOption('Moderators');
    await reader.until(registered, (fields) => fields.realm_can_add_custom_emoji_group !== group);
    await emoji.selectOption('Members');
    await reader.until(registered, (fields) => fields.realm_can_add_custom_emoji_group === group);
    await expectUsable(tools, page);
  }, 240_000);

  it('add and remove emoji', async () => {
    const { page, panel } = await openSettings(tools, 'Emoji');
    const name = tools.world.fresh('tick').replaceAll(' ', '_').replaceAll('-', '_').toLowerCase();
    const list = panel.getByRole('list', { name: 'Emoji' });
    await panel.getByLabel('Name of a new emoji').fill(`${name}!`);
    const add = async () => {
      const chooser = page.waitForEvent('filechooser');
      await panel.getByRole('button', { name: 'Choose a picture and add the emoji' }).click();
      await (await chooser).setFiles(ICON);
    };
    await add();
    await panel.getByRole('alert').getByText('That did not work').waitFor();
    await panel.getByLabel('Name of a new emoji').fill(name);
    await add();
    await list.getByText(`:${name}:`).waitFor();
    await expectUsable(tools, page);
    await panel.getByRole('button', { name: `Remove ${name}` }).click();
    await list.getByText(`:${name}:`).waitFor({ state: 'detached' });
  }, 180_000);

  it('add, change, order and remove automatic links and code playgrounds', async () => {
    const { reader, page, panel } = await openSettings(tools, 'Automatic links');
    const word = tools.world.fresh('T').replaceAll(/[ -]/g, '');
    const [pattern, other] = [`${word}a-(?P<id>[0-9]+)`, `${word}b-(?P<id>[0-9]+)`];
    const mine = async () => {
      const { linkifiers } = await tools.world.as(tools.world.stranger).ok(listLinkifiers, {});
      return linkifiers.map((each) => each.pattern).filter((each) => each.startsWith(word));
    };
    const patternField = panel.getByLabel(/^Pattern/);
    const addressField = panel.getByLabel(/^Address/);
    await patternField.fill('(');
    await addressField.fill('https://x.example/{id}');
    await panel.getByRole('button', { name: 'Add' }).click();
    await panel.getByRole('alert').getByText('That did not work').waitFor();
    expect(await addressField.inputValue()).toBe('https://x.example/{id}');
    for (const each of [pattern, other]) {
      await patternField.fill(each);
      await addressField.fill('https://x.example/{id}');
      await panel.getByRole('button', { name: 'Add' }).click();
      await panel.getByRole('button', { name: `Change ${each}` }).waitFor();
    }
    await expectUsable(tools, page);
    await panel.getByRole('button', { name: `Move ${other} up` }).click();
    await reader.until(mine, ([first]) => first === other);
    await panel.getByRole('button', { name: `Change ${other}` }).click();
    await addressField.last().fill('https://y.example/{id}');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('https://y.example/{id}').waitFor();
    for (const each of [pattern, other]) await panel.getByRole('button', { name: `Remove ${each}` }).click();
    await reader.until(mine, (left) => left.length === 0);

    await page.getByRole('tab', { name: 'Code playgrounds' }).click();
    const playgrounds = page.getByRole('tabpanel', { name: 'Code playgrounds' });
    await playgrounds.getByLabel('Name').fill(`${word} ${HOSTILE}`);
    await playgrounds.getByLabel(/^Language/).fill('Python');
    await playgrounds.getByLabel(/^Address/).fill('https://py.example/?c={code}');
    await playgrounds.getByRole('button', { name: 'Add' }).click();
    await playgrounds.getByRole('button', { name: `Remove ${word}` }).waitFor();
    await expectUsable(tools, page);
    await playgrounds.getByRole('button', { name: `Remove ${word}` }).click();
    await playgrounds.getByRole('button', { name: `Remove ${word}` }).waitFor({ state: 'detached' });
  }, 240_000);

  it('define profile fields, and folders of channels', async () => {
    const { reader, page, panel } = await openSettings(tools, 'Profile fields');
    const name = tools.world.fresh('F').slice(0, 38);
    const field = async () => {
      const { custom_profile_fields } = (await registered()) as {
        custom_profile_fields: { name: string; field_data: string; hint: string }[];
      };
      return custom_profile_fields.find((each) => each.name === name);
    };
    await panel.getByRole('combobox', { name: 'Type' }).selectOption('List of options');
    await panel.getByLabel('Name').fill(name);
    await panel.getByLabel(/^Options/).fill('Vim\nEmacs');
    await panel.getByRole('button', { name: 'Add' }).click();
    await panel.getByRole('button', { name: `Change ${name}` }).click();
    await panel
      .getByLabel(/^Options/)
      .last()
      .fill(`Emacs\n${HOSTILE}`);
    await panel.getByLabel('Hint').last().fill('which one?');
    await expectUsable(tools, page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await reader.until(field, (stored) => stored?.hint === 'which one?');
    const data = JSON.parse((await field())?.field_data ?? '{}');
    expect(data).toEqual({ '1': { text: 'Emacs', order: '1' }, '2': { text: HOSTILE, order: '2' } });
    await panel.getByRole('button', { name: `Remove ${name}` }).click();
    await panel.getByRole('button', { name: 'Delete the field' }).click();
    await reader.until(field, (stored) => stored === undefined);

    await page.getByRole('tab', { name: 'Channel folders' }).click();
    const folders = page.getByRole('tabpanel', { name: 'Channel folders' });
    const folder = tools.world.fresh('Folder').slice(0, 60);
    await folders.getByLabel('Name').fill(folder);
    await folders.getByRole('button', { name: 'Add' }).click();
    await folders.getByRole('button', { name: `Change ${folder}` }).click();
    await folders.getByLabel(`New name of ${folder}`).fill(`${folder} 2`);
    await folders.getByRole('button', { name: 'Save' }).click();
    await folders.getByRole('button', { name: `Archive ${folder} 2` }).waitFor();
    await expectUsable(tools, page);
    await folders.getByRole('button', { name: `Archive ${folder} 2` }).click();
    await folders.getByRole('button', { name: `Archive ${folder} 2` }).waitFor({ state: 'detached' });
  }, 240_000);

  it('show a member only emoji', async () => {
    const { ann } = await tools.pair();
    const { page } = await tools.open(ann);
    await page.getByRole('navigation').getByRole('link', { name: 'Organization' }).click();
    await page.getByText('Only administrators can change the other settings').waitFor();
    await page.getByRole('tab', { name: 'Emoji' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(1);
    expect(await tools.browser.faultsOf(page)).toEqual([]);
  }, 120_000);
});
