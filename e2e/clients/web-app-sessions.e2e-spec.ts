import { expect, it } from '@jest/globals';
import { getMessages } from '@parley/contracts/messaging';
import { describeWebApp, type Person } from './web-app-tools.js';
import { WebReader } from './web-reader.js';

const SENDS = '**/json/messages';
const FULL = `Storage.prototype.setItem = () => {
  throw new DOMException('there is no space', 'QuotaExceededError');
};`;
const REFUSED = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, {
  get() {
    throw new DOMException('storage is off', 'SecurityError');
  },
});`;

describeWebApp('the sessions of the web app', (tools) => {
  const sent = async (person: Person, channelId: number) => {
    const narrow = [{ operator: 'channel', operand: channelId }];
    const { messages } = await tools.world.as(person).ok(getMessages, { anchor: 'newest', num_before: 20, num_after: 0, narrow });
    return messages.map(({ sender_full_name, content }) => `${sender_full_name}: ${content.replaceAll(/<[^>]+>/g, '')}`);
  };
  /** Two tabs of one browser. The newer one shows the form. */
  const tabs = async (person: Person) => {
    const older = new WebReader(await tools.browser.page());
    const newer = new WebReader(await older.page.context().newPage());
    await newer.page.goto(`${tools.base}/`);
    await newer.page.getByRole('button', { name: 'Sign in' }).waitFor();
    await older.signIn(tools.base, person);
    return { older, newer };
  };

  it('goes on in an older tab when the person signs in again in another one', async () => {
    const { ann, channel, path } = await tools.pair();
    const { older, newer } = await tabs(ann);
    await older.page.goto(path);
    await older.field.waitFor();
    await newer.enter(ann);
    await older.write('from the older tab');
    await older.untilSent('from the older tab');
    expect(await sent(ann, channel.id)).toEqual(['Ann Lee: from the older tab']);
    await older.page.getByRole('button', { name: 'Sign out' }).click();
    await newer.page.getByText('Your session ended.').waitFor();
    await older.page.getByRole('button', { name: 'Sign in' }).waitFor();
  }, 180_000);

  it('sends what a person wrote never as another person who signed in, and once when the person is back', async () => {
    const { ann, bob, channel, path } = await tools.pair();
    const { older, newer } = await tabs(ann);
    await older.page.goto(path);
    await older.page.route(SENDS, (route) => route.abort());
    await older.write('by Ann, for later');
    await older.message('by Ann, for later').waitFor();
    await newer.enter(bob);
    await older.page.getByText('Your session ended.').waitFor();
    await older.page.unroute(SENDS);
    await newer.page.goto(path);
    await newer.write('by Bob');
    await newer.untilSent('by Bob');
    expect(await newer.page.getByText('by Ann, for later').count()).toBe(0);
    expect(await sent(ann, channel.id)).toEqual(['Bob Ray: by Bob']);
    await older.enter(ann);
    await older.untilSent('by Ann, for later');
    expect(await sent(ann, channel.id)).toEqual(['Bob Ray: by Bob', 'Ann Lee: by Ann, for later']);
  }, 180_000);

  it('keeps a message that was written after the end of the session, and sends it once after the next sign-in', async () => {
    const { ann, channel, path } = await tools.pair();
    const reader = await tools.open(ann);
    await reader.page.goto(path);
    await reader.write('before the end');
    await reader.untilSent('before the end');
    // The send is the first to notice the end, and not what is told about typing.
    for (const others of ['**/json/typing', '**/json/users/me/presence']) await reader.page.route(others, (route) => route.abort());
    await reader.page.context().clearCookies();
    await reader.write('after the end');
    await reader.page.getByText('Your session ended.').waitFor();
    expect(await sent(ann, channel.id)).toEqual(['Ann Lee: before the end']);
    await reader.enter(ann);
    await reader.untilSent('after the end');
    expect(await sent(ann, channel.id)).toEqual(['Ann Lee: before the end', 'Ann Lee: after the end']);
  }, 180_000);

  it.each([
    ['is full', FULL],
    ['may not be used', REFUSED],
  ])(
    'works where the storage of the browser %s, and says that a message is not kept',
    async (_, script) => {
      const { ann, channel, path } = await tools.pair();
      const reader = new WebReader(await tools.browser.page());
      await reader.page.addInitScript(script);
      await reader.signIn(tools.base, ann);
      await reader.page.goto(path);
      await reader.write('needs no storage');
      await reader.untilSent('needs no storage');
      await reader.page.context().setOffline(true);
      await reader.banner.getByText('No connection').waitFor();
      await reader.write('without a connection');
      await reader.message('without a connection').getByText('This browser has no space to keep the message').waitFor();
      await reader.page.context().setOffline(false);
      await reader.untilSent('without a connection');
      expect(await sent(ann, channel.id)).toEqual(['Ann Lee: needs no storage', 'Ann Lee: without a connection']);
    },
    180_000,
  );
});
