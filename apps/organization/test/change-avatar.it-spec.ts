import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { deleteAvatar, findAvatar, getMe, UNKNOWN_AVATAR_URL, uploadAvatar } from '@parley/contracts/organization';
import { AudienceIndex, clientEvents, expectEventsExplainState, loggedEvents, newestSeq, queueView } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { incomingFile, pictureAt, pictureFiles } from './picture-files.js';
import { refusal } from './refusal.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let member: MadeAccount;
let other: MadeAccount;
let stranger: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  member = await suite.account(home, { password: null });
  other = await suite.account(home, { password: null });
  stranger = await suite.account(await suite.organization(), { password: null });
});
afterAll(() => suite.close());

async function upload(by: MadeAccount, bytes?: Buffer): Promise<string> {
  const file = await incomingFile(suite.stores.storage, bytes ?? (await pictureFiles.png(60, 90)));
  return (await suite.stores.rpc.call(uploadAvatar, { file }, by.caller)).avatar_url;
}
const remove = async (by: MadeAccount) => (await suite.stores.rpc.call(deleteAvatar, {}, by.caller)).avatar_url;
const at = (url: string) => pictureAt(suite.stores.storage, url);
const medium = (url: string) => url.replace('.png', '-medium.png');

describe('an uploaded avatar', () => {
  it('is a square in two sizes at an unguessable URL', async () => {
    const url = await upload(member);
    expect(url).toMatch(new RegExp(`^/user_avatars/${home.id}/${member.userId}-\\d+\\.png$`));
    expect(await at(url)).toMatchObject({ format: 'png', width: 100, height: 100 });
    expect(await at(medium(url))).toMatchObject({ format: 'png', width: 500, height: 500 });
    expect(await suite.stores.rpc.call(getMe, {}, member.caller)).toMatchObject({ avatar_url: url });
  });

  it('replaces the previous avatar and deletes its files', async () => {
    const [first, second] = [await upload(member), await upload(member, await pictureFiles.gif())];
    expect(second).not.toBe(first);
    expect([await at(first), await at(medium(first))]).toEqual([undefined, undefined]);
    expect(await at(second)).toMatchObject({ width: 100 });
  });

  it('can be deleted, which restores the avatar of the email address', async () => {
    const before = await upload(member);
    const url = await remove(member);
    expect(url).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=\d+$/);
    expect([await at(before), await at(medium(before))]).toEqual([undefined, undefined]);
    expect(await suite.stores.rpc.call(getMe, {}, member.caller)).toMatchObject({ avatar_url: url });
  });

  it('is refused if it is no image, and the previous avatar stays', async () => {
    const url = await upload(member);
    expect(await refusal(upload(member, Buffer.from('no picture')))).toMatchObject({ status: 400, code: 'BAD_IMAGE' });
    expect(await at(url)).toBeDefined();
  });

  it('is only allowed for administrators if the organization says so', async () => {
    const organization = await suite.organization();
    const [person, owner] = [
      await suite.account(organization, { password: null }),
      await suite.account(organization, { role: ROLES.owner, password: null }),
    ];
    const settings = { avatar_changes_disabled: true };
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    for (const change of [() => upload(person), () => remove(person)]) {
      expect((await refusal(change())).msg).toBe('Avatar changes are disabled in this organization.');
    }
    expect(await upload(owner)).toContain('/user_avatars/');
  });
});

describe('the URL of an avatar', () => {
  const find = async (user: string, isMedium = false, who: MadeAccount['caller'] | { host: string; clientName: string } = member.caller) =>
    (await suite.stores.rpc.call(findAvatar, { user, isMedium }, who)).url;

  it('is found by id and email address, in both sizes', async () => {
    const url = await upload(other);
    expect(await Promise.all([find(String(other.userId)), find(other.email), find(other.email, true)])).toEqual([url, url, medium(url)]);
  });

  it('is a generic image for unknown users, users of other organizations, and visitors who are not logged in', async () => {
    await upload(stranger);
    for (const user of [String(stranger.userId), stranger.email, '1999999999', '9'.repeat(30), 'nobody', 'nul\0', '']) {
      expect(await find(user)).toBe(UNKNOWN_AVATAR_URL);
    }
    expect(await find(String(other.userId), false, { host: 'x', clientName: 'tests' })).toBe(UNKNOWN_AVATAR_URL);
  });
});

it.each(['own', 'other'])('registration before + events = registration after, %s client', async (whose) => {
  const reader = whose === 'own' ? member : other;
  const registered = () => suite.register(reader.caller, { fetchEventTypes: ['realm_user'] });
  const { database } = suite.stores;
  const [before, seq, index] = [await registered(), await newestSeq(database, home.id), await AudienceIndex.read(database, home.id)];
  await upload(member);
  await remove(member);
  const url = await upload(member);
  const logged = await loggedEvents(database, home.id, seq);
  const events = clientEvents(logged, queueView(reader.userId), index);
  expect(events.map((event) => Object(event.person).avatar_source)).toEqual(['U', 'G', 'U']);
  expectEventsExplainState({ before, events, after: await registered(), userId: reader.userId });
  const computing = clientEvents(logged, queueView(reader.userId, { clientGravatar: true }), index);
  expect(computing.map((event) => Object(event.person).avatar_url)).toEqual([expect.any(String), null, url]);
});
