import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

abstract class TestServer {
  private readonly server: Server = createServer(async (request, response) => {
    const { status, type, body } = await this.answer(request, new URL(request.url ?? '', 'http://test'));
    response.writeHead(status, { 'content-type': type }).end(body);
  });

  protected abstract answer(request: IncomingMessage, url: URL): Promise<Answer>;

  /** Returns the address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}

/** Speaks the API of BigBlueButton: it checks the checksum of each call, and answers in XML. */
export class BigBlueButtonServer extends TestServer {
  readonly meetings = new Map<string, URLSearchParams>();
  isBroken = false;

  constructor(private readonly secret: string) {
    super();
  }

  protected async answer(_: IncomingMessage, url: URL): Promise<Answer> {
    if (this.isBroken) return { status: 502, type: 'text/html', body: 'Bad gateway' };
    if (url.pathname !== '/bigbluebutton/api/create' || !this.isSigned('create', url)) return xml('FAILED', 'checksumError');
    this.meetings.set(url.searchParams.get('meetingID') ?? '', url.searchParams);
    return xml('SUCCESS', '');
  }

  /** Whether the query, without the checksum at its end, has that checksum. */
  isSigned(call: string, { search }: URL): boolean {
    const [, query = '', checksum] = /^\?(.*)&checksum=([0-9a-f]+)$/.exec(search) ?? [];
    return createHash('sha256').update(`${call}${query}${this.secret}`).digest('hex') === checksum;
  }
}

function xml(code: string, key: string): Answer {
  const body = `<response><returncode>${code}</returncode><messageKey>${key}</messageKey></response>`;
  return { status: 200, type: 'text/xml;charset=utf-8', body };
}

/** Speaks the part of Zoom's API that is used: tokens of a server-to-server app, and meetings of users by address. */
export class ZoomServer extends TestServer {
  readonly users = new Set<string>();
  readonly meetings: { readonly host: string; readonly settings: unknown }[] = [];
  tokens = 0;
  answers: 'well' | 'with an error' | 'nonsense' = 'well';
  private token = '';

  constructor(private readonly app: { readonly account: string; readonly client: string; readonly secret: string }) {
    super();
  }

  /** Tokens that were issued are not valid any more. */
  revoke(): void {
    this.token = 'revoked';
  }

  protected async answer(request: IncomingMessage, url: URL): Promise<Answer> {
    const body = await text(request);
    if (url.pathname === '/oauth/token') return this.issue(request, new URLSearchParams(body));
    if (request.headers.authorization !== `Bearer ${this.token}`) return json(401, { code: 124, message: 'Invalid access token.' });
    if (this.answers === 'nonsense') return { status: 201, type: 'text/html', body: '<html>' };
    if (this.answers === 'with an error') return json(429, { code: 429, message: 'Too many requests' });
    const host = decodeURIComponent(/^\/v2\/users\/([^/]+)\/meetings$/.exec(url.pathname)?.[1] ?? '');
    if (!this.users.has(host)) return json(404, { code: 1001, message: `User does not exist: ${host}.` });
    this.meetings.push({ host, settings: JSON.parse(body).settings });
    return json(201, { id: this.meetings.length, join_url: `https://example.zoom.us/j/${this.meetings.length}` });
  }

  private issue({ headers }: IncomingMessage, form: URLSearchParams): Answer {
    const { account, client, secret } = this.app;
    const right = `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`;
    const isRight =
      headers.authorization === right && form.get('grant_type') === 'account_credentials' && form.get('account_id') === account;
    if (!isRight) return json(400, { reason: 'Bad request', error: 'invalid_request' });
    this.tokens += 1;
    this.token = `token-${this.tokens}`;
    return json(200, { access_token: this.token, token_type: 'bearer', expires_in: 3600 });
  }
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
