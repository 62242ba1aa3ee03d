import jwt from 'jsonwebtoken';
import { z } from 'zod';

/** The parts of the key file of a service account that are needed to use it. */
export const serviceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key_id: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TIMEOUT_MS = 10_000;
const ASSERTION_SECONDS = 3600;
/** A token is replaced this long before it ends. */
const EARLY_MS = 300_000;

const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** The token endpoint answered with an error. `isFinal`: it will do so again. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';

  constructor(
    readonly status: number,
    readonly isFinal: boolean,
  ) {
    super(`the token endpoint answered ${status}`);
  }
}

/** Access tokens of a service account, by OAuth 2.0 for servers (RFC 7523). One is used until shortly before it ends. */
export class GoogleAccessToken {
  private current: { readonly token: string; readonly until: number } | undefined;
  private fetching: Promise<string> | undefined;

  constructor(private readonly account: ServiceAccount) {}

  /** @throws TokenRefused, or what `fetch` throws */
  get(): Promise<string> {
    if (this.current !== undefined && Date.now() < this.current.until) return Promise.resolve(this.current.token);
    this.fetching ??= this.fetchToken().finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  /** The API does not accept this one any more. */
  forget(token: string): void {
    if (this.current?.token === token) this.current = undefined;
  }

  private async fetchToken(): Promise<string> {
    const response = await fetch(this.account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion: this.assertion() }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new TokenRefused(response.status, response.status < 500 && response.status !== 429 && response.status !== 408);
    }
    const { access_token: token, expires_in: seconds } = answer.parse(await response.json());
    this.current = { token, until: Date.now() + Math.max(seconds * 1000 - EARLY_MS, 0) };
    return token;
  }

  private assertion(): string {
    const { client_email, private_key, private_key_id, token_uri } = this.account;
    return jwt.sign({ scope: SCOPE }, private_key, {
      algorithm: 'RS256',
      keyid: private_key_id,
      issuer: client_email,
      audience: token_uri,
      expiresIn: ASSERTION_SECONDS,
    });
  }
}
