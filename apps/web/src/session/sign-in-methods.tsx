import { useEffect, useState } from 'react';
import type { Texts } from '../texts/texts.js';

interface Method {
  readonly name: string;
  readonly display_name: string;
  readonly login_url: string;
}

const TIMEOUT_MS = 30_000;

/** Links to the identity providers of the organization. Without an answer there are none, and the password can be used. */
export function SignInMethods({ texts }: { readonly texts: Texts }) {
  const [methods, setMethods] = useState<readonly Method[]>([]);
  useEffect(() => {
    const ended = new AbortController();
    methodsOf(ended.signal).then(setMethods, () => undefined);
    return () => ended.abort();
  }, []);
  if (methods.length === 0) return null;
  return (
    <ul className="sign-in-methods">
      {methods.map(({ name, display_name, login_url }) => (
        <li key={name}>
          <a className="main-button" href={login_url}>
            {texts.of('signInWith', { name: display_name })}
          </a>
        </li>
      ))}
    </ul>
  );
}

async function methodsOf(ended: AbortSignal): Promise<Method[]> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS)]);
  const answer = await fetch('/api/v1/server_settings', { credentials: 'omit', signal });
  const body: unknown = await answer.json();
  const { external_authentication_methods: methods } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return Array.isArray(methods) ? methods.filter(isMethod) : [];
}

/** Only pages of this server. */
function isMethod(value: unknown): value is Method {
  const { name, display_name, login_url } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof display_name === 'string' && typeof login_url === 'string' && /^\/\w/.test(login_url);
}
