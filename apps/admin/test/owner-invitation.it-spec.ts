import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, SYSTEM_VISITOR } from '@parley/contracts';
import { acceptInvitation, listInvitations, revokeMultiuseInvitation } from '@parley/contracts/invitations';
import { sendMessage } from '@parley/contracts/messaging';
import { verifyCredentials } from '@parley/contracts/organization';
import { OperatedSuite } from './operated-suite.js';

const HOST = 'acme.localhost:9991';
const INVALID = { status: 400, msg: 'This invitation link is invalid or has expired.' };
const PASSWORD = 'a good password';

let suite: OperatedSuite;
let first: { readonly owner_invitation: string; readonly expires_at: string };

beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'invitations', 'channels', 'messaging');
  first = JSON.parse(await done('create-organization', 'acme', 'Acme Corporation', '--json'));
}, 180_000);
afterAll(() => suite.close());

describe('a new organization', () => {
  it('has an invitation link for its owner, which is valid for a while', () => {
    expect(first.owner_invitation).toMatch(/^http:\/\/acme\.localhost:9991\/join\/[\w-]{43}$/);
    const validMs = Date.parse(first.expires_at) - Date.now();
    expect(validMs).toBeGreaterThan(9 * 24 * 3600 * 1000);
    expect(validMs).toBeLessThanOrEqual(10 * 24 * 3600 * 1000);
  });

  it('gets a new link when the operator requests one', async () => {
    const text = await done('invite-owner', 'acme');
    const [link = ''] = /http\S+/.exec(text) ?? [];
    expect(text).toMatch(/^owner's invitation +http\S+\nopen until +\d{4}-\d\d-\d\d \d\d:\d\d UTC, for one person\n$/);
    await expect(join(first.owner_invitation, 'ann@acme.example')).rejects.toMatchObject(INVALID);
    first = { ...first, owner_invitation: link };
  });

  it('is only at its own host', async () => {
    await done('create-organization', 'birds', 'Bird Watchers');
    await expect(join(first.owner_invitation, 'ann@acme.example', 'birds.localhost:9991')).rejects.toMatchObject(INVALID);
  });

  it('gets one owner, the first person who uses the link, who can send at once', async () => {
    const joined = await Promise.allSettled(['ann@acme.example', 'bob@acme.example'].map((email) => join(first.owner_invitation, email)));
    const made = joined.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(made).toHaveLength(1);
    const [{ email = '', api_key: apiKey = '' } = {}] = made;
    const identity = await suite.stores.rpc.call(verifyCredentials, { host: HOST, username: email, apiKey }, SYSTEM_VISITOR);
    expect(identity).toMatchObject({ role: 100, isBot: false });
    const owner: Caller = { ...identity, clientName: 'tests' };
    const sent = await suite.stores.rpc.call(
      sendMessage,
      { type: 'direct', to: [owner.userId], content: 'Nobody here yet', read_by_sender: undefined },
      owner,
    );
    expect(sent.id).toBeGreaterThan(0);
    await expect(join(first.owner_invitation, 'cid@acme.example')).rejects.toMatchObject(INVALID);
  });

  it("does not show the operator's link to its users, and does not let them revoke it", async () => {
    await done('invite-owner', 'acme');
    const [owner] = JSON.parse(await done('list-users', 'acme', '--json'));
    const { id: organizationId } = await suite.stores.database.client.organization.findFirstOrThrow({ where: { stringId: 'acme' } });
    const caller: Caller = { organizationId, userId: owner.user_id, role: 100, isBot: false, botOwnerId: null, clientName: 'tests' };
    expect(await suite.stores.rpc.call(listInvitations, {}, caller)).toEqual({ invites: [] });
    const { id } = await suite.stores.database.client.invitation.findFirstOrThrow({ where: { organizationId }, orderBy: { id: 'desc' } });
    await expect(suite.stores.rpc.call(revokeMultiuseInvitation, { invite_id: id }, caller)).rejects.toMatchObject({
      msg: 'No such invitation',
    });
  });
});

describe('an invitation of an owner is refused', () => {
  it('for an organization that does not exist, and for a deactivated one', async () => {
    expect(await suite.run('invite-owner', 'nowhere')).toEqual({ exitCode: 1, out: '', error: 'There is no organization "nowhere".\n' });
    await done('create-organization', 'gone', 'Gone');
    await done('deactivate-organization', 'gone');
    expect(await suite.run('invite-owner', 'gone')).toEqual({
      exitCode: 1,
      out: '',
      error: 'This organization has been deactivated\n',
    });
  });
});

async function done(...argv: readonly string[]): Promise<string> {
  const outcome = await suite.run(...argv);
  expect(outcome).toMatchObject({ exitCode: 0, error: '' });
  return outcome.out;
}

function join(link: string, email: string, host = HOST) {
  const token = link.split('/').at(-1) ?? '';
  return suite.stores.rpc.call(acceptInvitation, { token, full_name: 'Ann', password: PASSWORD, email }, { host, clientName: 'tests' });
}
