import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import { beginProviderSignIn, endProviderSessions, finishProviderSignIn } from '@parley/contracts/organization';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { SignInCookie } from '../sign-in/sign-in-cookie.js';
import { fieldOf, type PageForm, visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

const PATH = '/accounts/login/sso/:provider';
const MAX_SEARCH = 16_000;
const SEE_OTHER = 303;
/** The addresses have codes that open something, so no page that follows learns them. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;

type ProviderRequest = FastifyRequest<{ Params: { provider: string }; Body: PageForm }>;

/**
 * Signing in through an identity provider: the page where it begins, and that to which the provider leads the browser back. Both only redirect.
 * Nothing here is decided: organization checks what comes back.
 */
@Injectable()
export class SignInPages {
  constructor(
    private readonly calls: CellCalls,
    private readonly cookie: SignInCookie,
    private readonly session: SessionCookie,
  ) {}

  install(pages: FastifyInstance): void {
    // A HEAD request would end the flow, and its client would not get the session.
    const options = (name: string) => ({ exposeHeadRoute: false, config: { name: `browser.${name}` } });
    pages.get(PATH, options('beginProviderSignIn'), (request: ProviderRequest, reply) => this.begin(request, reply));
    pages.get(`${PATH}/callback`, options('finishProviderSignIn'), (request: ProviderRequest, reply) => this.finish(request, reply));
    pages.post(`${PATH}/logout`, options('endProviderSessions'), (request: ProviderRequest, reply) => this.logOut(request, reply));
  }

  private async begin(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const query = new URLSearchParams(searchOf(request));
    const [next, mobileOtp] = [query.get('next'), query.get('mobile_flow_otp')];
    const given = {
      providerId: request.params.provider,
      ...(next === null ? {} : { next }),
      ...(mobileOtp === null ? {} : { mobileOtp }),
    };
    const begun = await resultOrRefusal(() => this.calls.call(beginProviderSignIn, given, visitorOf(request), { requestId: request.id }));
    if (begun instanceof ApiError) return showRefusal(reply, begun);
    const { url, state, browserToken, lastsSeconds } = begun;
    return reply
      .headers(HEADERS)
      .header('set-cookie', this.cookie.withToken(state, browserToken, lastsSeconds))
      .redirect(url, SEE_OTHER);
  }

  private async finish(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const search = searchOf(request);
    const state = new URLSearchParams(search).get('state') ?? '';
    const browserToken = this.cookie.tokenOf(request, state);
    if (browserToken === undefined || search.length > MAX_SEARCH) return showRefusal(reply, apiErrors.signInExpired());
    const replaced = this.session.tokenOf(request) ?? undefined;
    const given = {
      providerId: request.params.provider,
      search,
      browserToken,
      userAgent: request.headers['user-agent'] ?? '',
      ...(replaced === undefined ? {} : { replaces: replaced }),
    };
    const visitor = { ...visitorOf(request), address: request.ip };
    const done = await resultOrRefusal(() => this.calls.call(finishProviderSignIn, given, visitor, { requestId: request.id }));
    const ended = this.cookie.removed(state);
    if (done instanceof ApiError) return showRefusal(reply.header('set-cookie', ended), done);
    if (done.kind === 'app') return reply.headers(HEADERS).header('set-cookie', ended).redirect(done.url);
    const cookies = [ended, this.session.withToken(done.token, done.lastsSeconds)];
    return reply.headers(HEADERS).header('set-cookie', cookies).redirect(done.next, SEE_OTHER);
  }

  /** OpenID Connect Back-Channel Logout, section 2.8: 200, or 400 with JSON. */
  private async logOut(request: ProviderRequest, reply: FastifyReply): Promise<FastifyReply> {
    const given = { providerId: request.params.provider, logoutToken: fieldOf(request, 'logout_token').slice(0, MAX_SEARCH) };
    const done = await resultOrRefusal(() => this.calls.call(endProviderSessions, given, visitorOf(request), { requestId: request.id }));
    reply.header('cache-control', 'no-store');
    if (!(done instanceof ApiError)) return reply.send('');
    const status = done.status === 404 ? done.status : 400;
    return reply.code(status).send({ error: 'invalid_request', error_description: done.msg });
  }
}

function searchOf({ raw: { url = '' } }: FastifyRequest): string {
  const begin = url.indexOf('?');
  return begin < 0 ? '' : url.slice(begin);
}

function showRefusal(reply: FastifyReply, { status, msg }: ApiError): FastifyReply {
  return showPage(reply, {
    status,
    title: 'You are not signed in',
    content: `${alertOf(msg)}<p><a href="/login">Sign in again</a></p>`,
  });
}
