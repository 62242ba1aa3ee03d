import { afterAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import {
  addRealmEmoji,
  createBot,
  deactivateRealmEmoji,
  deleteAvatar,
  deleteOrganizationIcon,
  deleteOrganizationLogo,
  getMe,
  getOrganizationIcon,
  getOrganizationLogo,
  getRealmEmoji,
  getServerSettings,
  updateBot,
  uploadAvatar,
  uploadOrganizationIcon,
  uploadOrganizationLogo,
} from '@parley/contracts/organization';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const picture = (content: Uint8Array<ArrayBuffer> = GREEN_PIXEL) => [{ name: 'a.png', content }];

const world = new World();
const member = world.as(world.third);
const guest = world.as(world.guest);
const stranger = world.as(world.stranger);
afterAll(() => closeConnections());

const freshName = () => world.fresh('emoji').replaceAll(/[^a-z0-9]/g, '');

describe('custom emoji', () => {
  it('are added with a public image, and deactivated', async () => {
    const emoji_name = freshName();
    expect((await member.upload(addRealmEmoji, picture(), { emoji_name })).body).toMatchObject({ result: 'success' });
    const named = async () => Object.values((await guest.ok(getRealmEmoji, {})).emoji).find(({ name }) => name === emoji_name);
    const emoji = await named();
    const file = await world.anybody().fetch(emoji?.source_url ?? '');
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await stranger.call(deactivateRealmEmoji, { emoji_name })).toMatchObject({ status: 404 });
    await member.ok(deactivateRealmEmoji, { emoji_name });
    expect(await named()).toMatchObject({ deactivated: true });
  });

  it.each([
    [[], 'You must upload exactly one file.'],
    [[...picture(), ...picture()], 'You must upload exactly one file.'],
    [picture(new TextEncoder().encode('no picture')), 'The file is not an image that can be read'],
  ])('need one image: %#', async (files, msg) => {
    expect(await member.upload(addRealmEmoji, files, { emoji_name: freshName() })).toMatchObject({ status: 400, body: { msg } });
  });

  it('of more than 5 MiB are refused, and all from guests', async () => {
    const large = await member.upload(addRealmEmoji, picture(new Uint8Array(5 * 1024 * 1024 + 1)), { emoji_name: freshName() });
    expect(large).toMatchObject({ status: 400, body: { msg: 'File is larger than the allowed limit of 5 MiB' } });
    expect(await guest.upload(addRealmEmoji, picture(), { emoji_name: freshName() })).toMatchObject({
      status: 400,
      body: { msg: 'Insufficient permission' },
    });
    expect((await world.anybody(world.host).upload(addRealmEmoji, picture(), { emoji_name: freshName() })).status).toBe(401);
  });
});

describe('avatars', () => {
  it('are uploaded, found by their user, and deleted', async () => {
    const { body } = await member.upload(uploadAvatar, picture());
    expect((await member.ok(getMe, {})).avatar_url).toBe(body.avatar_url);
    for (const [path, url] of [
      [`/avatar/${world.third.user_id}`, body.avatar_url],
      [`/avatar/${encodeURIComponent(world.third.email)}/medium`, body.avatar_url.replace('.png', '-medium.png')],
    ] as const) {
      const redirect = await guest.fetch(path);
      expect([redirect.status, redirect.headers.location]).toEqual([302, url]);
      expect((await world.anybody().fetch(url)).headers['content-type']).toBe('image/png');
    }
    expect((await stranger.fetch(`/avatar/${world.third.user_id}`)).headers.location).not.toBe(body.avatar_url);
    const { avatar_url } = await member.ok(deleteAvatar, {});
    expect(avatar_url).toContain('gravatar.com');
    expect((await world.anybody().fetch(body.avatar_url)).status).toBe(404);
  });

  it('that are no image, missing or several are refused', async () => {
    const refused = await member.upload(uploadAvatar, picture(new TextEncoder().encode('no picture')));
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_IMAGE' } });
    for (const files of [[], [...picture(), ...picture()]]) {
      expect((await member.upload(uploadAvatar, files)).body.msg).toBe('You must upload exactly one avatar.');
    }
  });
});

describe('avatars of bots', () => {
  const names = () => {
    const name = world.fresh('painted').replaceAll(' ', '-');
    return { full_name: name, short_name: name };
  };

  it('are uploaded with the bot and changed with it; the same call without a file changes nothing of it', async () => {
    const { body: bot } = await member.upload(createBot, picture(), names());
    expect((await world.anybody().fetch(bot.avatar_url)).headers['content-type']).toBe('image/png');
    const changed = await member.upload(updateBot, picture(), { bot_id: bot.user_id });
    expect(changed.body.avatar_url).not.toBe(bot.avatar_url);
    expect((await world.anybody().fetch(bot.avatar_url)).status).toBe(404);
    const renamed = await member.ok(updateBot, { bot_id: bot.user_id, full_name: world.fresh('renamed') });
    expect(renamed.avatar_url).toBe(changed.body.avatar_url);
    const redirect = await guest.fetch(`/avatar/${bot.user_id}`);
    expect(redirect.headers.location).toBe(renamed.avatar_url);
  });

  it('that are no image, several or too large are refused, and so are those of others', async () => {
    const noPicture = picture(new TextEncoder().encode('no picture'));
    expect(await member.upload(createBot, noPicture, names())).toMatchObject({ status: 400, body: { code: 'BAD_IMAGE' } });
    const several = await member.upload(createBot, [...picture(), ...picture()], names());
    expect(several).toMatchObject({ status: 400, body: { msg: 'You may only upload one file at a time' } });
    const large = await member.upload(createBot, picture(new Uint8Array(5 * 1024 * 1024 + 1)), names());
    expect(large).toMatchObject({ status: 400, body: { msg: 'File is larger than the allowed limit of 5 MiB' } });
    const { user_id: bot_id } = await member.ok(createBot, names());
    for (const [who, msg] of [
      [world.as(world.colleague), 'Insufficient permission'],
      [stranger, 'No such bot'],
    ] as const) {
      expect(await who.upload(updateBot, picture(), { bot_id })).toMatchObject({ status: 400, body: { msg } });
    }
  });
});

describe('images of the organization', () => {
  const administrator = world.as(world.administrator);
  const registered = async (): Promise<Readonly<Record<string, unknown>>> =>
    guest.ok(registerQueue, { event_types: [], fetch_event_types: ['realm'] });

  it('the icon is uploaded, public, and deleted', async () => {
    const drawn = (await registered()).realm_icon_url;
    const { icon_url } = (await administrator.upload(uploadOrganizationIcon, picture())).body;
    expect(await registered()).toMatchObject({ realm_icon_url: icon_url, realm_icon_source: 'U' });
    expect((await world.anybody(world.host).ok(getServerSettings, {})).realm_icon).toBe(icon_url);
    expect((await world.anybody().fetch(icon_url)).headers['content-type']).toBe('image/png');
    expect(await administrator.ok(deleteOrganizationIcon, {})).toMatchObject({ icon_url: drawn });
    expect(await registered()).toMatchObject({ realm_icon_url: drawn, realm_icon_source: 'G' });
    expect((await world.anybody().fetch(icon_url)).status).toBe(404);
  });

  it('are found at fixed addresses, each organization its own', async () => {
    const { icon_url } = (await administrator.upload(uploadOrganizationIcon, picture())).body;
    await administrator.upload(uploadOrganizationLogo, picture(), { night: true });
    const fields = await registered();
    const places = ['/realm/icon', '/realm/logo?night=false', '/realm/logo?night=true'];
    const found = async (actor: typeof guest) =>
      Promise.all(places.map(async (place) => (await actor.fetch(`/api/v1${place}`)).headers.location));
    expect(await found(guest)).toEqual([icon_url, fields.realm_logo_url, fields.realm_night_logo_url]);
    expect(await found(stranger)).not.toContain(icon_url);
    expect((await guest.call(getOrganizationIcon, {})).status).toBe(302);
    expect(await guest.call(getOrganizationLogo, {})).toMatchObject({ status: 400, body: { msg: "Missing 'night' argument" } });
    expect((await world.anybody(world.host).call(getOrganizationIcon, {})).status).toBe(401);
    await administrator.ok(deleteOrganizationIcon, {});
    await administrator.ok(deleteOrganizationLogo, { night: true });
    expect((await found(guest))[0]).toBe((await registered()).realm_icon_url);
  });

  it('each logo is uploaded and deleted separately', async () => {
    expect((await administrator.upload(uploadOrganizationLogo, picture(), { night: true })).body.result).toBe('success');
    expect(await registered()).toMatchObject({ realm_logo_source: 'D', realm_night_logo_source: 'U' });
    await administrator.ok(deleteOrganizationLogo, { night: false });
    expect(await registered()).toMatchObject({ realm_logo_source: 'D', realm_night_logo_source: 'U' });
    await administrator.ok(deleteOrganizationLogo, { night: true });
    expect(await registered()).toMatchObject({ realm_logo_source: 'D', realm_night_logo_source: 'D' });
  });

  it('are only allowed for administrators, and need one image', async () => {
    const answers = [
      await member.upload(uploadOrganizationIcon, picture()),
      await member.call(deleteOrganizationIcon, {}),
      await guest.upload(uploadOrganizationLogo, picture(), { night: false }),
      await member.call(deleteOrganizationLogo, { night: false }),
      await administrator.upload(uploadOrganizationIcon, []),
      await administrator.upload(uploadOrganizationLogo, [...picture(), ...picture()], { night: false }),
      await administrator.upload(uploadOrganizationLogo, picture()),
      await administrator.upload(uploadOrganizationIcon, picture(new TextEncoder().encode('no picture'))),
      await world.anybody(world.host).upload(uploadOrganizationIcon, picture()),
    ];
    expect(answers.map(({ status, body }) => `${status} ${body.msg}`)).toEqual([
      ...Array(4).fill('400 Must be an organization administrator'),
      '400 You must upload exactly one icon.',
      '400 You must upload exactly one logo.',
      "400 Missing 'night' argument",
      '400 The file is not an image that can be read',
      expect.stringMatching(/^401 /),
    ]);
  });
});
