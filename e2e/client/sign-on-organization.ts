import { randomBytes } from 'node:crypto';
import { createIdentityProvider, getMe, updateIdentityProvider } from '@parley/contracts/organization';
import { z } from 'zod';
import { operate } from '../clients/operate.js';
import type { Actor } from './actor.js';
import { Browser } from './browser.js';
import { type HttpAnswer, http } from './http.js';
import { type KnownPerson, OpenIdProvider } from './openid-provider.js';
import { ProviderVisitor } from './provider-visitor.js';
import { noteSecretWords } from './secret-words.js';
import type { World } from './world.js';

export const madeAccount = z.object({ email: z.string(), user_id: z.int(), api_key: z.string(), password: z.string() });
const listed = z.array(z.object({ host: z.string(), string_id: z.string() }));

interface Way {
  /** Of the login page. */
  readonly query?: string;
  /** Keeps the session of the provider. */
  readonly visitor?: ProviderVisitor;
}

/** An organization with one owner, whose people sign in through a real OpenID provider. */
export class SignOnOrganization {
  private constructor(
    private readonly baseUrl: string,
    readonly stringId: string,
    readonly domain: string,
    readonly host: string,
    readonly account: z.infer<typeof madeAccount>,
    readonly owner: Actor,
    readonly provider: OpenIdProvider,
    readonly providerId: string,
    readonly clientSecret: string,
    /** Of the provider. */
    readonly config: Readonly<Record<string, unknown>>,
  ) {}

  static async open(world: World, stringId: string): Promise<SignOnOrganization> {
    const domain = `${stringId}.example`;
    const clientSecret = randomBytes(20).toString('hex');
    await operate('create-organization', stringId, 'Single sign-on');
    const account = madeAccount.parse(await operate('create-user', stringId, `olga@${domain}`, 'Olga', '--role', 'owner'));
    const host = listed.parse(await operate('list-organizations')).find(({ string_id }) => string_id === stringId)?.host ?? '';
    const owner = world.as(account);
    // The provider resolves no names of the suite.
    const provider = await OpenIdProvider.start(async (url, form) => {
      const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
      return (await http({ method: 'POST', url: `${world.baseUrl}${new URL(url).pathname}`, headers, body: form })).status;
    });
    const config = { issuer: provider.issuer, client_id: 'parley', domains: [domain], creates_accounts: true };
    const made = await owner.ok(createIdentityProvider, { kind: 'oidc', name: 'Company', config, secret: clientSecret });
    noteSecretWords({ token: clientSecret });
    const urls = { redirectUrl: made.redirect_url, logoutUrl: made.logout_url, returnUrl: `http://${host}/` };
    provider.register({ clientId: 'parley', clientSecret, ...urls });
    await owner.ok(updateIdentityProvider, { provider_id: made.id, is_enabled: true });
    return new SignOnOrganization(world.baseUrl, stringId, domain, host, account, owner, provider, made.id, clientSecret, config);
  }

  page(): Browser {
    return new Browser(this.baseUrl, this.host);
  }

  person(name: string, more: Partial<KnownPerson> = {}): KnownPerson {
    return { sub: `subject of ${name}`, email: `${name}@${this.domain}`, email_verified: true, name: `${name} of the company`, ...more };
  }

  loginPath(query = '', id = this.providerId): string {
    return `/accounts/login/sso/${id}${query}`;
  }

  /** Begins to sign in. Returns the path of the way back, with the code. */
  async wayBack(browser: Browser, who: KnownPerson, { query = '', visitor = new ProviderVisitor(this.provider.issuer) }: Way = {}) {
    const begun = await browser.fetch(this.loginPath(query));
    if (begun.status !== 303) throw new Error(`the login page answered ${begun.status} ${begun.text}`);
    this.provider.choose(who);
    const back = new URL(await visitor.leave(String(begun.headers.location)));
    // The logs of the services are searched for them.
    noteSecretWords({ token: back.searchParams.get('code'), key: back.searchParams.get('state') });
    return `${back.pathname}${back.search}`;
  }

  async signIn(browser: Browser, who: KnownPerson, way: Way = {}): Promise<HttpAnswer> {
    return browser.fetch(await this.wayBack(browser, who, way));
  }
}

export const meIn = async (browser: Browser) => (await browser.call(getMe, {})).body;
export const sessionIn = (browser: Browser) => browser.cookies.get('parley_session');

/** The status, and the message on the page. */
export function refusalOf({ status, text }: HttpAnswer): string {
  const [, message = ''] = /role="alert">([^<]*)</.exec(text) ?? [];
  return `${status} ${message}`;
}

export const EXPIRED = /^400 This sign-in has expired/;
