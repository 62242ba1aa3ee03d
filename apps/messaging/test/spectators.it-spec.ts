import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessage, getMessages, type WireNarrow } from '@parley/contracts/messaging';
import { baseConfig } from '@parley/runtime';
import type { ChannelRow, OrganizationRow, UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';
import { SpectatedOrganizationModule, spectated } from './spectated-organization.js';

let suite: MessagingSuite;
let organization: OrganizationRow;
let ann: UserRow;
let webPublic: ChannelRow;
let members: ChannelRow;
let shown: number;
let hidden: number;

beforeAll(async () => {
  suite = await MessagingSuite.open();
  await suite.suite.start('organization', SpectatedOrganizationModule, baseConfig);
  organization = await suite.rows.organization();
  spectated.organizationId = organization.id;
  ann = await suite.rows.user(organization, { fullName: 'Ann' });
  webPublic = await suite.rows.channel(organization, { name: 'Lobby', isWebPublic: true });
  members = await suite.rows.channel(organization, { name: 'Members' });
  for (const channel of [webPublic, members]) await suite.rows.subscription(channel, [ann]);
  shown = await suite.sendToChannel(ann, webPublic, { topic: 'Hello', content: 'welcome, **everyone**' });
  hidden = await suite.sendToChannel(ann, members, { topic: 'Hello', content: 'welcome, members' });
});
afterAll(() => suite.close());

const VISITOR = { host: 'demo.localhost', clientName: 'tests' };
const WEB_PUBLIC: WireNarrow = [['channels', 'web-public']];
const DEFAULTS = { client_gravatar: true, apply_markdown: true, use_first_unread_anchor: false, allow_empty_topic_name: false };
const look = (narrow: WireNarrow | undefined, fields: Record<string, unknown> = {}) =>
  suite.suite.rpc.call(
    getMessages,
    { ...DEFAULTS, anchor: 'newest', num_before: 100, num_after: 0, ...(narrow && { narrow }), ...fields },
    VISITOR,
  );
const lookAt = (message_id: number) => suite.suite.rpc.call(getMessage, { ...DEFAULTS, message_id }, VISITOR);
const NOT_LOGGED_IN = { status: 401, code: 'UNAUTHORIZED', msg: 'Not logged in: API authentication or user session required' };

describe('a visitor without an account', () => {
  it.each<[string, WireNarrow]>([
    ['web-public channels', []],
    ['one of them', [['channel', 'Lobby']]],
    ['a topic', [['topic', 'hello']]],
    ['messages of a user in them', [{ operator: 'sender', operand: '' }]],
    ['a search', [['search', 'welcome']]],
  ])('reads %s', async (_, terms) => {
    const narrow = terms.map((term) => ('operator' in term ? { ...term, operand: ann.id } : term));
    const { messages } = await look([...WEB_PUBLIC, ...narrow]);
    expect(messages).toMatchObject([{ id: shown, flags: ['read'], subject: 'Hello', avatar_url: expect.any(String) }]);
  });

  it('receives no real address of a sender, and cannot request one', async () => {
    const { messages } = await look(WEB_PUBLIC, { client_gravatar: true });
    expect(messages).toMatchObject([
      {
        sender_id: ann.id,
        sender_full_name: 'Ann',
        sender_email: expect.stringMatching(`^user${ann.id}@`),
        avatar_url: expect.any(String),
      },
    ]);
    expect(JSON.stringify([messages, await lookAt(shown)])).not.toContain(ann.email);
    const requested = look([...WEB_PUBLIC, ['sender', ann.email]]);
    await expect(requested).rejects.toMatchObject({ fields: { desc: `unknown user ${ann.email}` } });
  });

  it('reads one message of them, and no other', async () => {
    expect((await lookAt(shown)).message).toMatchObject({
      id: shown,
      flags: ['read'],
      content: '<p>welcome, <strong>everyone</strong></p>',
    });
    const direct = await suite.sendDirect(ann, [ann]);
    for (const id of [hidden, direct, 999_999_999]) await expect(lookAt(id)).rejects.toMatchObject({ msg: 'Invalid message(s)' });
  });

  it.each<[string, WireNarrow | undefined, Record<string, unknown>]>([
    ['no narrow', undefined, {}],
    ['another narrow', [['channel', 'Lobby']], {}],
    ['what is personal', [...WEB_PUBLIC, ['is', 'unread']], {}],
    ['ids', undefined, { message_ids: [1] }],
  ])('must log in to request %s', async (_, narrow, fields) => {
    await expect(look(narrow, fields)).rejects.toMatchObject(NOT_LOGGED_IN);
  });

  it('does not learn of channels and users by naming them', async () => {
    const silent = await suite.rows.user(organization);
    for (const name of ['Members', 'Nowhere']) {
      await expect(look([...WEB_PUBLIC, ['channel', name]])).rejects.toMatchObject({ fields: { desc: `unknown channel ${name}` } });
    }
    for (const email of [silent.email, 'nobody@nowhere.example']) {
      await expect(look([...WEB_PUBLIC, ['sender', email]])).rejects.toMatchObject({ fields: { desc: `unknown user ${email}` } });
    }
  });

  it('must log in if an organization has nothing public', async () => {
    spectated.organizationId = null;
    await expect(look(WEB_PUBLIC)).rejects.toMatchObject(NOT_LOGGED_IN);
    await expect(lookAt(shown)).rejects.toMatchObject(NOT_LOGGED_IN);
    spectated.organizationId = organization.id;
  });
});
