import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { deleteMessageExport, listExportConsents, listMessageExports, sendMessage, startMessageExport } from '@parley/contracts/messaging';
import { updateSettings } from '@parley/contracts/settings';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
const member = world.as(world.member);
afterAll(() => closeConnections());

const basic = ({ email, api_key }: { readonly email: string; readonly api_key: string }) =>
  `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`;
/** The file is binary. */
async function fetchFile(path: string, authorization?: string) {
  const answer = await fetch(`${world.baseUrl}${path}`, { headers: authorization === undefined ? {} : { authorization } });
  return { status: answer.status, shown: answer.headers.get('content-disposition'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('an export of messages', () => {
  it('is announced to administrators, can be downloaded by them only, and is deleted', async () => {
    const channel = await world.channel([world.member]);
    const text = world.fresh('exported');
    await member.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'exports', content: text });
    const listener = await Listener.begin(owner, ['realm_export']);
    const { id } = await owner.ok(startMessageExport, {});
    const find = async () => (await owner.ok(listMessageExports, {})).exports.find((each) => each.id === id);
    const ready = await eventually(find, (found) => found?.pending === false, { deadlineMs: 120_000 });
    const url = ready?.export_url ?? '';
    expect(url).toMatch(new RegExp(`^/user_exports/${id}/\\w{36}\\.tar\\.gz$`));
    await listener.hearUntil(({ exports }) => Array.isArray(exports) && exports.some((each) => each.id === id && each.export_url === url));
    const { status, shown, bytes } = await fetchFile(url, basic(world.owner));
    expect([status, shown]).toEqual([200, `attachment; filename=export-${id}.tar.gz`]);
    expect(gunzipSync(bytes).includes(text)).toBe(true);
    expect([(await fetchFile(url, basic(world.member))).status, (await fetchFile(url)).status]).toEqual([404, 401]);
    await owner.ok(deleteMessageExport, { export_id: id });
    expect((await fetchFile(url, basic(world.owner))).status).toBe(404);
    expect((await owner.call(deleteMessageExport, { export_id: id })).body.msg).toBe('Export already deleted');
  }, 180_000);

  it('is refused to members', async () => {
    const refused = [
      await member.call(startMessageExport, { export_type: 2 }),
      await member.call(listMessageExports, {}),
      await member.call(listExportConsents, {}),
    ];
    expect(refused.map(({ status, body }) => [status, body.msg])).toEqual(
      refused.map(() => [400, 'Must be an organization administrator']),
    );
    const wrong = await owner.call(startMessageExport, { export_type: 3 });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('with private data needs the consent of people, which administrators see', async () => {
    const person = await world.newcomer();
    const listener = await Listener.begin(owner, ['realm_export_consent']);
    await world.as(person).ok(updateSettings, { allow_private_data_export: true });
    await listener.hearUntil(({ user_id, consented }) => user_id === person.user_id && consented === true);
    const { export_consents: consents } = await owner.ok(listExportConsents, {});
    expect(consents.find(({ user_id }) => user_id === person.user_id)?.consented).toBe(true);
    await world.as(person).ok(updateSettings, { allow_private_data_export: false });
    await listener.hearUntil(({ user_id, consented }) => user_id === person.user_id && consented === false);
  });
});
