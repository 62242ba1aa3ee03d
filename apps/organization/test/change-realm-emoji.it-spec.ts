import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { addRealmEmoji, deactivateRealmEmoji, getRealmEmoji, type RealmEmojiObject } from '@parley/contracts/organization';
import { AudienceIndex, clientEvents, expectEventsExplainState, loggedEvents, newestSeq, queueView } from '@parley/testing';
import { EVERYTHING, type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { incomingFile, pictureAt, pictureFiles } from './picture-files.js';
import { refusal } from './refusal.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let owner: MadeAccount;
let member: MadeAccount;
let other: MadeAccount;
let guest: MadeAccount;
let stranger: MadeAccount;
let made = 0;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  const account = (organization: MadeOrganization, role: MadeAccount['caller']['role']) =>
    suite.account(organization, { role, password: null });
  owner = await account(home, ROLES.owner);
  member = await account(home, ROLES.member);
  other = await account(home, ROLES.member);
  guest = await account(home, ROLES.guest);
  stranger = await account(await suite.organization(), ROLES.owner);
});
afterAll(() => suite.close());

const fresh = () => `emoji_${++made}`;

async function add(name: string, { by = member, bytes }: { by?: MadeAccount; bytes?: Buffer } = {}): Promise<void> {
  const file = await incomingFile(suite.stores.storage, bytes ?? (await pictureFiles.png()));
  await suite.stores.rpc.call(addRealmEmoji, { emoji_name: name, file }, by.caller);
}
const deactivate = (name: string, by: MadeAccount) => suite.stores.rpc.call(deactivateRealmEmoji, { emoji_name: name }, by.caller);

async function listed(name: string, by: MadeAccount = guest): Promise<RealmEmojiObject[]> {
  const { emoji } = await suite.stores.rpc.call(getRealmEmoji, {}, by.caller);
  return Object.values(emoji).filter((each) => each.name === name);
}

describe('a new emoji', () => {
  it('is stored as a small image, and the upload is deleted', async () => {
    const name = fresh();
    const file = await incomingFile(suite.stores.storage, await pictureFiles.jpeg());
    await suite.stores.rpc.call(addRealmEmoji, { emoji_name: name, file }, member.caller);
    const [emoji] = await listed(name);
    expect(emoji).toMatchObject({ name, still_url: null, deactivated: false, author_id: member.userId });
    expect(emoji?.source_url).toMatch(new RegExp(`^/user_avatars/${home.id}/emoji/images/[0-9a-f]{36}\\.png$`));
    expect(await pictureAt(suite.stores.storage, emoji?.source_url ?? '')).toMatchObject({ format: 'png', width: 64, height: 64 });
    expect(await suite.stores.storage.size(file.key)).toBeUndefined();
  });

  it.each(['gif', 'webp'] as const)('that is animated (%s) stays animated and has a still image', async (format) => {
    const name = fresh();
    await add(name, { bytes: await pictureFiles[format]() });
    const [emoji] = await listed(name);
    expect(emoji?.source_url).toMatch(new RegExp(`\\.${format}$`));
    expect(await pictureAt(suite.stores.storage, emoji?.source_url ?? '')).toMatchObject({ format, pages: 2, width: 64, pageHeight: 64 });
    expect(emoji?.still_url).toMatch(/\/emoji\/images\/still\/[0-9a-f]{36}\.png$/);
    const still = await pictureAt(suite.stores.storage, emoji?.still_url ?? '');
    expect([still?.format, still?.pages ?? 1, still?.width]).toEqual(['png', 1, 64]);
  });

  it('can use a name with spaces, and the name of a deactivated emoji', async () => {
    const name = fresh();
    await add(` ${name.replace('_', ' ')} `);
    expect((await refusal(add(name))).msg).toBe('A custom emoji with this name already exists.');
    await deactivate(name, member);
    await add(name, { by: other });
    expect((await listed(name)).map(({ deactivated, author_id }) => [deactivated, author_id])).toEqual([
      [true, member.userId],
      [false, other.userId],
    ]);
  });

  it('with concurrent requests for one name is created once', async () => {
    const name = fresh();
    const outcomes = await Promise.allSettled([add(name), add(name, { by: other })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listed(name)).toHaveLength(1);
  });

  it('with the name of a Unicode emoji is only allowed for administrators', async () => {
    expect((await refusal(add('tada'))).msg).toBe('Only administrators can override default emoji.');
    await add('tada', { by: owner });
    expect(await listed('tada')).toHaveLength(1);
  });
});

describe('refused requests store nothing', () => {
  it.each([
    ['Upper', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.'],
    ['ends_', 'Emoji names must end with either a letter or digit.'],
    ['nul\0', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.'],
  ])('the name %j', async (name, msg) => {
    expect(await refusal(add(name))).toMatchObject({ code: 'BAD_REQUEST', msg });
  });

  it('a guest, who cannot be in can_add_custom_emoji_group', async () => {
    const name = fresh();
    expect((await refusal(add(name, { by: guest }))).msg).toBe('Insufficient permission');
    expect(await listed(name)).toEqual([]);
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['a text', async () => Buffer.from('no picture'), 'The file is not an image that can be read'],
    ['nothing', async () => Buffer.alloc(0), 'The file is not an image that can be read'],
    ['a truncated image', async () => (await pictureFiles.png(400, 400)).subarray(0, 120), 'The file is not an image that can be read'],
    [
      'a vector image',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'The file is not an image that can be read',
    ],
    ['an image with too many pixels', () => pictureFiles.png(6_000, 6_000), 'The image has too many pixels'],
  ])('%s (BAD_IMAGE)', async (_, bytes, msg) => {
    const name = fresh();
    expect(await refusal(add(name, { bytes: await bytes() }))).toMatchObject({ status: 400, code: 'BAD_IMAGE', msg });
    expect(await listed(name)).toEqual([]);
  });
});

describe('deactivating an emoji', () => {
  it('is allowed for its author and administrators, and keeps it in the list', async () => {
    const [own, theirs] = [fresh(), fresh()];
    await add(own);
    await add(theirs);
    expect((await refusal(deactivate(own, other))).msg).toBe('Must be an organization administrator or emoji author');
    await deactivate(own, member);
    await deactivate(theirs, owner);
    expect([...(await listed(own)), ...(await listed(theirs))].map(({ deactivated }) => deactivated)).toEqual([true, true]);
  });

  it('is refused if the emoji is unknown, deactivated or of another organization', async () => {
    const [gone, foreign] = [fresh(), fresh()];
    await add(gone);
    await deactivate(gone, member);
    await add(foreign, { by: stranger });
    for (const name of [gone, foreign, 'absent', 'no name!', 'nul\0']) {
      expect(await refusal(deactivate(name, owner))).toMatchObject({
        status: 404,
        code: 'BAD_REQUEST',
        msg: `Emoji '${name}' does not exist`,
      });
    }
    expect((await listed(foreign, stranger)).map(({ deactivated }) => deactivated)).toEqual([false]);
  });
});

it.each([true, false])(
  'registration before + events = registration after, with individual_emoji_changes = %s',
  async (individual_emoji_changes) => {
    const capabilities = { ...EVERYTHING.capabilities, individual_emoji_changes };
    const registered = () => suite.register(guest.caller, { capabilities, fetchEventTypes: ['realm_emoji'] });
    const [kept, gone] = [fresh(), fresh()];
    const { database } = suite.stores;
    const before = await registered();
    const [seq, index] = [await newestSeq(database, home.id), await AudienceIndex.read(database, home.id)];
    await add(kept);
    await add(gone, { bytes: await pictureFiles.gif() });
    await deactivate(gone, member);
    const events = clientEvents(await loggedEvents(database, home.id, seq), queueView(guest.userId, { capabilities }), index);
    expect(events.map(({ op }) => op)).toEqual(individual_emoji_changes ? ['add', 'add', 'update_one'] : ['update', 'update', 'update']);
    expectEventsExplainState({ before, events, after: await registered(), userId: guest.userId });
  },
);
