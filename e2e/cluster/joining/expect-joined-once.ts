import { expect } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { listSubscriptions } from '@parley/contracts/channels';
import { listInvitations } from '@parley/contracts/invitations';
import { getMessages, type MessageObject } from '@parley/contracts/messaging';
import { fetchApiKey, getMe, getUserGroups, getUsers } from '@parley/contracts/organization';
import type { Actor } from '../../client/actor.js';
import { eventually } from '../../client/eventually.js';
import { PatientActor } from '../patient-actor.js';
import type { HeldDatabase } from './held-database.js';
import type { Joining } from './joining.js';
import { GREETING, INVALID, PASSWORD, type Team } from './team.js';

/** An outbox call whose process died is repeated after 15 s, and a failed one after a pause. */
const DEADLINE_MS = 60_000;

/** Expects one account with everything that was offered, one notification for each recipient, and a used invitation. */
export async function expectJoinedOnce(database: HeldDatabase, joining: Joining): Promise<void> {
  const { team, invited } = joining;
  await expectUsedUp(joining);
  const pending = { text: 'SELECT name, input, attempts FROM outbox_call WHERE organization_id = $1', values: [team.id] };
  const left = await eventually(
    () => database.rows(pending),
    ({ length }) => length === 0,
    { deadlineMs: DEADLINE_MS },
  );
  expect(left).toEqual([]);

  const account = await team.visitor.ok(fetchApiKey, {
    username: invited.email,
    password: PASSWORD,
  });
  const newcomer = new PatientActor(team.owner.baseUrl, account, team.host);
  const { user_id: id } = await newcomer.ok(getMe, {});
  await expectOneAccount(team, newcomer, invited.fullName);
  await expectHistory(team, newcomer);
  await expectNotices(team, newcomer, `@_**${invited.fullName}|${id}**`);
  await expectEvents(joining, id);
}

/** At most one of the requests was answered with the account; that answer may also be lost. */
async function expectUsedUp(joining: Joining): Promise<void> {
  const answers = await joining.answers();
  expect(answers.filter((answer) => answer !== INVALID).length).toBeLessThanOrEqual(1);
  expect(answers.filter((answer) => answer !== INVALID && !answer.startsWith('200'))).toEqual([]);
  expect(await joining.accept()).toBe(INVALID);
  const { invites } = await joining.team.owner.ok(listInvitations, {});
  expect(invites.filter(({ email }) => email === joining.invited.email)).toEqual([]);
}

async function expectOneAccount({ owner }: Team, newcomer: Actor, fullName: string): Promise<void> {
  const me = await newcomer.ok(getMe, {});
  expect(me).toMatchObject({ role: ROLES.moderator, full_name: fullName });
  const { members } = await owner.ok(getUsers, {});
  expect(members.filter(({ full_name }) => full_name === fullName)).toHaveLength(1);
  const { subscriptions } = await newcomer.ok(listSubscriptions, {});
  expect(subscriptions.map(({ name }) => name).sort()).toEqual(['everybody', 'plans']);
  const { user_groups } = await owner.ok(getUserGroups, {});
  const joined = user_groups.flatMap(({ name, members: ids }) => ids.filter((id) => id === me.user_id).map(() => name));
  expect(joined.sort()).toEqual(['role:moderators', 'team']);
}

/** Earlier messages are there, and unread. */
async function expectHistory({ channels, said }: Team, newcomer: Actor): Promise<void> {
  const found = await messagesOf(newcomer, [{ operator: 'channel', operand: channels.plans }]);
  expect(found.map(({ id, flags }) => ({ id, flags }))).toEqual(said.map((id) => ({ id, flags: [] })));
}

async function expectNotices({ owner, channels }: Team, newcomer: Actor, person: string): Promise<void> {
  const greetings = await messagesOf(newcomer, [{ operator: 'is', operand: 'dm' }]);
  expect(greetings).toMatchObject([{ content: GREETING, sender_full_name: 'Welcome Bot', flags: [] }]);
  const toldOwner = await messagesOf(owner, [{ operator: 'is', operand: 'dm' }], person);
  expect(toldOwner).toMatchObject([
    { content: `${person} accepted your invitation to join Zulip!`, sender_full_name: 'Notification Bot', flags: [] },
  ]);
  const announced = await messagesOf(owner, [{ operator: 'channel', operand: channels.signups }], person);
  expect(announced).toMatchObject([{ content: `${person} joined this organization.`, subject: 'signups' }]);
}

/** In the order that clients expect. The event about the used invitation may come at any time after the user's. */
async function expectEvents(joining: Joining, id: number): Promise<void> {
  const { ownerId, channels } = joining.team;
  const received = await joining.events();
  expect(received.filter(({ type }) => type === 'invites_changed')).toHaveLength(1);
  expect(received[0]).toMatchObject({ type: 'realm_user' });
  expect(received.filter(({ type }) => type !== 'invites_changed')).toMatchObject([
    { type: 'realm_user', op: 'add', person: { user_id: id } },
    { type: 'user_group', op: 'add_members', user_ids: [id] },
    { type: 'user_group', op: 'add_members', group_id: joining.team.groupId, user_ids: [id] },
    { type: 'subscription', op: 'peer_add', user_ids: [id], stream_ids: expect.arrayContaining([channels.plans]) },
    {
      type: 'message',
      message: { type: 'private', display_recipient: expect.arrayContaining([expect.objectContaining({ id: ownerId })]) },
    },
    { type: 'message', message: { type: 'stream', stream_id: channels.signups } },
  ]);
}

async function messagesOf(reader: Actor, narrow: readonly object[], part = ''): Promise<readonly MessageObject[]> {
  const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false };
  const { messages } = await reader.ok(getMessages, query);
  return messages.filter(({ content }) => content.includes(part));
}
