import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deleteOrganizationIcon,
  deleteOrganizationLogo,
  uploadOrganizationIcon,
  uploadOrganizationLogo,
} from '@parley/contracts/organization';
import { auditedDuring, newestSeq } from '@parley/testing';
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

/** The events that all viewers receive. Also checks that they explain a new registration. */
async function receivedDuring(work: () => Promise<unknown>) {
  const [events] = await suite.explained(home, [member, guest], work);
  return events;
}

describe('the pictures of an organization', () => {
  it('are in the audit log when they change', async () => {
    const change = (work: () => Promise<unknown>) => auditedDuring(suite.stores.database, home.id, work);
    for (const work of [icon, noIcon, () => logo(true), () => noLogo(true)])
      expect(await change(() => work())).toEqual([
        { kind: 'organization.changed', by: `user ${administrator.userId}`, fields: expect.anything() },
      ]);
  });
});

describe('the icon', () => {
  it('is a square at an unguessable URL, and sends an event', async () => {
    let url = '';
    const events = await receivedDuring(async () => {
      url = await icon();
    });
    expect(events).toEqual([
      expect.objectContaining({ type: 'realm', op: 'update_dict', property: 'icon', data: { icon_url: url, icon_source: 'U' } }),
    ]);
    expect(url).toMatch(new RegExp(`^/user_avatars/${home.id}/realm/[0-9a-f]{36}\\.png$`));
    expect(await at(url)).toMatchObject({ format: 'png', width: 100, height: 100 });
  });

  it('replaces the previous icon and deletes its file, and can be deleted', async () => {
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
  it('send events with their own names', async () => {
    const day = await receivedDuring(() => logo(false));
    const night = await receivedDuring(() => logo(true));
    expect(day).toEqual([expect.objectContaining({ property: 'logo', data: { logo_url: expect.any(String), logo_source: 'U' } })]);
    expect(night).toEqual([expect.objectContaining({ property: 'night_logo', data: expect.objectContaining({ night_logo_source: 'U' }) })]);
    expect(await receivedDuring(() => noLogo(true))).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ night_logo_source: 'D' }) }),
    ]);
    await noLogo(false);
  });
});

describe('a user who is no administrator', () => {
  it('may change none of them', async () => {
    const before = await seq();
    for (const attempt of [() => icon(member), () => logo(false, guest), () => noIcon(member), () => noLogo(true, guest)]) {
      expect((await refusal(attempt())).msg).toBe('Must be an organization administrator');
    }
    expect(await seq()).toBe(before);
  });

  it('a file that is no image is refused', async () => {
    const before = await seq();
    expect(await refusal(icon(administrator, Buffer.from('no picture')))).toMatchObject({ status: 400, code: 'BAD_IMAGE' });
    expect(await seq()).toBe(before);
  });
});
