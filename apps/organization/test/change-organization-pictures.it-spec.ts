import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteOrganizationIcon, deleteOrganizationLogo, uploadOrganizationIcon, uploadOrganizationLogo } from '@parley/contracts';
import { newestSeq } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { incomingFile, pictureAt, pictureFiles } from './picture-files.js';
import { refusal } from './refusal.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let administrator: MadeAccount;
let member: MadeAccount;
let guest: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  ({ administrator, member, guest } = await suite.people(home));
});
afterAll(() => suite.close());

const file = async (bytes?: Buffer) => incomingFile(suite.stores.storage, bytes ?? (await pictureFiles.png(2000, 500)));
const at = (url: string) => pictureAt(suite.stores.storage, url);
const seq = () => newestSeq(suite.stores.database, home.id);
const icon = async (by = administrator, bytes?: Buffer) =>
  (await suite.stores.rpc.call(uploadOrganizationIcon, { file: await file(bytes) }, by.caller)).icon_url;
const logo = async (night: boolean, by = administrator) =>
  suite.stores.rpc.call(uploadOrganizationLogo, { file: await file(), night }, by.caller);
const noIcon = async (by = administrator) => (await suite.stores.rpc.call(deleteOrganizationIcon, {}, by.caller)).icon_url;
const noLogo = async (night: boolean, by = administrator) => suite.stores.rpc.call(deleteOrganizationLogo, { night }, by.caller);

/** The events that everybody hears, as one of them; what they explain is held against a new registration. */
async function told(work: () => Promise<unknown>) {
  const [events] = await suite.explained(home, [member, guest], work);
  return events;
}

describe('the icon', () => {
  it('is a square at an address that nobody guesses, and is told', async () => {
    let url = '';
    const events = await told(async () => {
      url = await icon();
    });
    expect(events).toEqual([
      expect.objectContaining({ type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url: url, icon_source: 'U' } }),
    ]);
    expect(url).toMatch(new RegExp(`^/user_avatars/${home.id}/realm/[0-9a-f]{36}\\.png$`));
    expect(await at(url)).toMatchObject({ format: 'png', width: 100, height: 100 });
  });

  it('takes the place of the one before, whose file goes, and is deleted once', async () => {
    const [first, second] = [await icon(), await icon()];
    expect([await at(first), (await at(second))?.width]).toEqual([undefined, 100]);
    const drawn = await noIcon();
    expect([drawn.startsWith('https://'), await at(second)]).toEqual([true, undefined]);
    const before = await seq();
    expect(await noIcon()).toBe(drawn);
    expect(await seq()).toBe(before);
  });
});

describe('the logos', () => {
  it('are told, each by its own name', async () => {
    const day = await told(() => logo(false));
    const night = await told(() => logo(true));
    expect(day).toEqual([expect.objectContaining({ property: 'logo', data: { logo_url: expect.any(String), logo_source: 'U' } })]);
    expect(night).toEqual([expect.objectContaining({ property: 'night_logo', data: expect.objectContaining({ night_logo_source: 'U' }) })]);
    expect(await told(() => noLogo(true))).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ night_logo_source: 'D' }) }),
    ]);
    await noLogo(false);
  });
});

describe('who is no administrator', () => {
  it('changes none of them', async () => {
    const before = await seq();
    for (const attempt of [() => icon(member), () => logo(false, guest), () => noIcon(member), () => noLogo(true, guest)]) {
      expect((await refusal(attempt())).msg).toBe('Must be an organization administrator');
    }
    expect(await seq()).toBe(before);
  });

  it('nor does what is no picture', async () => {
    const before = await seq();
    expect(await refusal(icon(administrator, Buffer.from('no picture')))).toMatchObject({ status: 400, code: 'BAD_IMAGE' });
    expect(await seq()).toBe(before);
  });
});
