import { Injectable } from '@nestjs/common';
import { ApiError, type OutputOf } from '@parley/contracts';
import { acceptInvitation, describeInvitation } from '@parley/contracts/invitations';
import { PASSWORD_LENGTH } from '@parley/contracts/organization';
import { escapeHtml } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { appSteps } from './app-steps.js';
import { EnterApp } from './enter-app.js';
import { fieldOf, idsOf, type PageForm, visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

const PATH = '/join/:token';
const NO_INVITATION = 'Invitation';

type Invitation = OutputOf<typeof describeInvitation>;
type JoinRequest = FastifyRequest<{ Params: { token: string }; Body: PageForm }>;

const GROUP = 'default_stream_group';

/** Form input, without the password. */
interface FormInput {
  readonly fullName: string;
  readonly email: string;
  /** The chosen groups of default channels. */
  readonly groupIds: readonly number[];
}
const NO_INPUT: FormInput = { fullName: '', email: '', groupIds: [] };

/**
 * The page behind an invitation link. Opening it changes nothing; the form does what POST /invites/accept does. A reusable link asks for the address
 * only, if the server can send mail. The link in that mail leads to the form for name and password.
 * A person who has joined enters the web app.
 */
@Injectable()
export class JoinPage {
  constructor(
    private readonly calls: CellCalls,
    private readonly app: EnterApp,
  ) {}

  install(pages: FastifyInstance): void {
    pages.get(PATH, (request: JoinRequest, reply) =>
      this.withInvitation(request, reply, async (invitation) => showForm(reply, invitation, NO_INPUT)),
    );
    pages.post(PATH, (request: JoinRequest, reply) =>
      this.withInvitation(request, reply, (invitation) => this.join(request, reply, invitation)),
    );
  }

  private async withInvitation(
    request: JoinRequest,
    reply: FastifyReply,
    answer: (invitation: Invitation) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const query = { host: request.headers.host ?? '', token: request.params.token };
    const invitation = await resultOrRefusal(() =>
      this.calls.call(describeInvitation, query, visitorOf(request), { requestId: request.id }),
    );
    if (!(invitation instanceof ApiError)) return answer(invitation);
    return showNoInvitation(reply, invitation);
  }

  private async join(request: JoinRequest, reply: FastifyReply, invitation: Invitation): Promise<FastifyReply> {
    const [fullName, email] = [fieldOf(request, 'full_name'), fieldOf(request, 'email')];
    const groupIds = idsOf(request, GROUP);
    const chosen = groupIds.length === 0 ? {} : { default_stream_group_ids: groupIds };
    const account = invitation.provesAddress ? {} : { full_name: fullName, password: fieldOf(request, 'password'), ...chosen };
    const given = { token: request.params.token, ...account, email };
    const joined = await resultOrRefusal(() => this.calls.call(acceptInvitation, given, visitorOf(request), { requestId: request.id }));
    if (joined instanceof ApiError) return showForm(reply, invitation, { fullName, email, groupIds }, joined);
    if (joined.mail_sent) return showMailSent(reply, invitation, email.trim());
    const address = invitation.email ?? email.trim();
    const login = { email: address, password: fieldOf(request, 'password'), organizationUrl: invitation.organizationUrl };
    const arrived = await this.app.execute(request, reply, login);
    return arrived ?? showWelcome(reply, invitation, address);
  }
}

function showNoInvitation(reply: FastifyReply, { status, msg }: ApiError): FastifyReply {
  return showPage(reply, {
    status,
    title: NO_INVITATION,
    content: `${alertOf(msg)}<p>Invitation links expire, and links sent by mail work once. Ask the person who invited you for a new one.</p>
<p>Already joined? <a href="/">Log in</a>.</p>`,
  });
}

/** Who invites, and to which channels. */
function offerOf({ organization, inviter, channels, privateChannels }: Invitation): string {
  const invites = inviter === null ? '' : `<p><strong>${escapeHtml(inviter)}</strong> invites you to ${escapeHtml(organization)}.</p>\n`;
  const hidden = privateChannels === 0 ? [] : [privateChannels === 1 ? 'one private channel' : `${privateChannels} private channels`];
  const names = [...channels.map((name) => `<strong>${escapeHtml(name)}</strong>`), ...hidden];
  if (names.length === 0) return invites;
  return `${invites}<p>You will join these channels:</p>\n<ul>\n${names.map((name) => `<li>${name}</li>`).join('\n')}\n</ul>\n`;
}

function showForm(reply: FastifyReply, invitation: Invitation, input: FormInput, refusal?: ApiError): FastifyReply {
  const { email } = input;
  const address =
    invitation.email === null
      ? `<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${escapeHtml(email)}">`
      : `<p>Your address is <strong>${escapeHtml(invitation.email)}</strong>.</p>`;
  return showPage(reply, {
    status: refusal?.status ?? 200,
    title: `Join ${invitation.organization}`,
    content: `${alertOf(refusal?.msg)}${offerOf(invitation)}<form method="post">
${address}
${invitation.provesAddress ? '<button>Send me a link</button>' : accountFields(invitation, input)}
</form>`,
  });
}

function accountFields({ groups = [] }: Invitation, { fullName, groupIds }: FormInput): string {
  return `<label for="full_name">Your name</label>
<input id="full_name" name="full_name" autocomplete="name" required value="${escapeHtml(fullName)}">
<label for="password">Password, at least ${PASSWORD_LENGTH.min} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${PASSWORD_LENGTH.min}" maxlength="${PASSWORD_LENGTH.max}">
${groupFields(groups, groupIds)}<button>Join</button>`;
}

function groupFields(groups: NonNullable<Invitation['groups']>, chosen: readonly number[]): string {
  if (groups.length === 0) return '';
  const choices = groups.map(
    ({
      id,
      name,
      description,
      channels,
    }) => `<label class="choice"><input type="checkbox" name="${GROUP}" value="${id}"${chosen.includes(id) ? ' checked' : ''}>
${escapeHtml(name)}<span>${escapeHtml([description, channels.join(', ')].filter((text) => text !== '').join(': '))}</span></label>`,
  );
  return `<fieldset><legend>More channels</legend>\n${choices.join('\n')}\n</fieldset>\n`;
}

function showMailSent(reply: FastifyReply, { organization }: Invitation, email: string): FastifyReply {
  return showPage(reply, {
    title: `Join ${organization}`,
    content: `<p role="status">Check your mail.</p>
<p>Open the link in the mail to <strong>${escapeHtml(email)}</strong> within 24 hours to choose your name and password.</p>
<p>If you asked before within the last 24 hours, use the mail that you got then: no other is sent.</p>`,
  });
}

function showWelcome(reply: FastifyReply, { organization, organizationUrl }: Invitation, email: string): FastifyReply {
  return showPage(reply, {
    title: `Welcome to ${organization}`,
    content: `<p role="status">Your account was created.</p>
${appSteps(organizationUrl, email)}`,
  });
}
