import { ROLES } from '@parley/contracts';
import { getChannelId, subscribe } from '@parley/contracts/channels';
import { acceptInvitation, listInvitations, sendInvitations } from '@parley/contracts/invitations';
import { sendMessage } from '@parley/contracts/messaging';
import { createUserGroup, fetchApiKey, updateOrganization } from '@parley/contracts/organization';
import { repositoryPath } from '../../../tools/src/repository.js';
import { recordedEnvironment } from '../../../tools/src/suite/recorded-environment.js';
import { runProgram } from '../../../tools/src/supervise/run-program.js';
import type { Actor } from '../../client/actor.js';
import { madeAccount, tokenIn } from '../../client/joining.js';
import { Mailbox } from '../../client/mailbox.js';
import { PatientActor } from '../patient-actor.js';

/** The answer to a link that was used, or never was one. */
export const INVALID = '400 This invitation link is invalid or has expired.';
export const GREETING = 'Hello **you**';
export const PASSWORD = 'a good password';

/** The content of an invitation mail, and the person it is for. */
export interface Invited {
  readonly invitationId: number;
  readonly token: string;
  readonly email: string;
  readonly fullName: string;
}

/**
 * An organization in which joining involves everything: a group, a default channel, a channel with messages, and a channel that announces
 * new users.
 */
export class Team {
  private readonly mailbox = new Mailbox();

  private constructor(
    readonly id: number,
    readonly host: string,
    readonly visitor: Actor,
    readonly owner: Actor,
    readonly ownerId: number,
    readonly groupId: number,
    readonly channels: { readonly plans: number; readonly signups: number },
    /** Ids of the messages in the channel `plans`, oldest first. */
    readonly said: readonly number[],
  ) {}

  static async make(suiteDirectory: string, baseUrl: string, stringId: string): Promise<Team> {
    const { id, host, token } = await createOrganization(suiteDirectory, stringId);
    const account = { token, full_name: 'Olga Owner', password: PASSWORD, email: `olga@${stringId}.example` };
    const visitor = new PatientActor(baseUrl, undefined, host);
    const { user_id, ...credentials } = await becomeOwner(visitor, account);
    const owner = new PatientActor(baseUrl, credentials, host);
    await owner.ok(subscribe, { subscriptions: [{ name: 'everybody' }], is_default_stream: true });
    await owner.ok(subscribe, { subscriptions: [{ name: 'plans' }, { name: 'signups' }] });
    const idOf = async (stream: string) => (await owner.ok(getChannelId, { stream })).stream_id;
    const [plans, signups] = [await idOf('plans'), await idOf('signups')];
    await owner.ok(updateOrganization, { signup_announcements_stream_id: signups });
    const { group_id } = await owner.ok(createUserGroup, { name: 'team', description: '', members: [] });
    const say = async (content: string) => (await owner.ok(sendMessage, { type: 'channel', to: plans, topic: 'plans', content })).id;
    const said = [await say('First we make a plan.'), await say('Then we follow it.')];
    return new Team(id, host, visitor, owner, user_id, group_id, { plans, signups }, said);
  }

  /** Invites a person by mail, with everything that can be offered. */
  async invite(name: string): Promise<Invited> {
    const email = `${name}@${this.host.split('.')[0]}.example`;
    await this.owner.ok(sendInvitations, {
      invitee_emails: email,
      invite_as: ROLES.moderator,
      stream_ids: [this.channels.plans],
      group_ids: [this.groupId],
      include_realm_default_subscriptions: true,
      welcome_message_custom_text: GREETING,
    });
    const { text } = await this.mailbox.mailTo(email);
    const { invites } = await this.owner.ok(listInvitations, {});
    const invitation = invites.find((one) => one.email === email);
    if (invitation === undefined) throw new Error('no one was invited');
    return { invitationId: invitation.id, token: tokenIn(text), email, fullName: `Newcomer ${name}` };
  }
}

/**
 * Accepts the invitation of an owner. On a busy machine the first answer may be 503 although the account was made. The link is used up then, so the
 * repeated request is refused, and the owner logs in.
 */
async function becomeOwner(visitor: Actor, account: { token: string; full_name: string; password: string; email: string }) {
  const { status, body } = await visitor.call(acceptInvitation, account);
  if (status === 200) return madeAccount(body);
  if (`${status} ${body.msg}` !== INVALID) throw new Error(`${account.email} could not join: ${status} ${body.msg}`);
  return visitor.ok(fetchApiKey, { username: account.email, password: account.password });
}

/** Creates an organization by the operator's command; the token creates its owner. */
async function createOrganization(suiteDirectory: string, stringId: string): Promise<{ id: number; host: string; token: string }> {
  const command = [repositoryPath('apps/admin/dist/main.js'), 'create-organization', stringId, `Team ${stringId}`, '--json'];
  const env = { ...recordedEnvironment(suiteDirectory), INSTANCE: 'admin', LOG_LEVEL: 'silent' };
  const { exitCode, output } = await runProgram(process.execPath, command, { env });
  if (exitCode !== 0) throw new Error(`no organization was created: ${output}`);
  const made: { id: number; host: string } = JSON.parse(output);
  return { ...made, token: tokenIn(output) };
}
