import { apiErrors } from '@parley/contracts';
import { AUTHENTICATION_METHODS, enabledProviderKinds, isPasswordLoginEnabled, PROVIDER_METHODS } from '@parley/contracts/organization';

/**
 * The authentication methods to store, if they change. Methods of identity providers follow from the providers: clients may send them as they are.
 * @throws invalidAuthenticationMethod, noAuthenticationMethod
 */
export function wantedMethods(
  stored: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, boolean>>,
): { authentication_methods?: Readonly<Record<string, boolean>> } {
  const ofProviders = Object.fromEntries(enabledProviderKinds(stored).map((kind) => [PROVIDER_METHODS[kind], true]));
  const current: Readonly<Record<string, boolean>> = { Email: isPasswordLoginEnabled(stored), ...ofProviders };
  const known = Object.keys(AUTHENTICATION_METHODS);
  const derived: readonly string[] = Object.values(PROVIDER_METHODS);
  const isUnchanged = (name: string) => derived.includes(name) && given[name] === (current[name] ?? false);
  const unknown = Object.keys(given).find((name) => !known.includes(name) && !isUnchanged(name));
  if (unknown !== undefined) throw apiErrors.invalidAuthenticationMethod({ method: unknown, valid: known.join(', ') });
  const wanted = { ...current, Email: given.Email ?? current.Email === true };
  if (!Object.values(wanted).includes(true)) throw apiErrors.noAuthenticationMethod();
  return wanted.Email === current.Email ? {} : { authentication_methods: wanted };
}
