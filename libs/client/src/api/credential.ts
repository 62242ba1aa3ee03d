/** How a client proves who it is. Without one, it is a visitor. */
export interface Credential {
  /** Added to each request. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Of the requests: whether the browser sends its cookies. */
  readonly cookies?: RequestCredentials;
}

/** The address and the API key of a person or bot. */
export function basicCredential(email: string, apiKey: string): Credential {
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  return { headers: () => ({ authorization }), cookies: 'omit' };
}

/** A session that the browser keeps in a cookie. `csrfToken` is read for each request, because signing in changes it. */
export function cookieCredential(csrfToken: () => string, header = 'X-CSRFToken'): Credential {
  return { headers: () => ({ [header]: csrfToken() }), cookies: 'same-origin' };
}
