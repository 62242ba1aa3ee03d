/** A browser at the pages of an identity provider: it keeps the provider's cookies and follows its redirects. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  /** Follows redirects until one leaves the provider. Returns where it leads. */
  async leave(url: string, init: RequestInit = {}): Promise<string> {
    let next = url;
    let sent = init;
    for (let step = 0; step < 12; step += 1) {
      const answer = await this.ask(next, sent);
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${answer.status} ${(await answer.text()).slice(0, 2_000)}`);
      next = new URL(location, next).href;
      if (!next.startsWith(this.origin)) return next;
      sent = {};
    }
    throw new Error('the provider leads in a circle');
  }

  /** Confirms the question whether to sign out. Returns where the provider leads then. */
  async signOut(url: string): Promise<string> {
    const page = await this.ask(url, {});
    const text = await page.text();
    const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    return this.leave(new URL(action, url).href, { method: 'POST', body });
  }

  private async ask(url: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
