import { apiErrors } from '@parley/contracts';
import { AUTHENTICATION_METHODS, isPasswordLoginEnabled } from '@parley/contracts/organization';

/** The authentication methods to store, if they change. @throws invalidAuthenticationMethod, noAuthenticationMethod */
export function wantedMethods(
  stored: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, boolean>>,
): { authentication_methods?: Readonly<Record<string, boolean>> } {
  const known = Object.keys(AUTHENTICATION_METHODS);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw apiErrors.invalidAuthenticationMethod({ method: unknown, valid: known.join(', ') });
  const current = { Email: isPasswordLoginEnabled(stored) };
  const wanted = { ...current, ...given };
  if (!Object.values(wanted).includes(true)) throw apiErrors.noAuthenticationMethod();
  return wanted.Email === current.Email ? {} : { authentication_methods: wanted };
}
