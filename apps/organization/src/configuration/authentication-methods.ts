import { AUTHENTICATION_METHODS, apiErrors, isPasswordLoginEnabled } from '@parley/contracts';

/** The ways to log in as they are stored from now on, if that is different. @throws badRequest for an unknown one, and where none would be left. */
export function wantedMethods(
  stored: Readonly<Record<string, unknown>>,
  asked: Readonly<Record<string, boolean>>,
): { authentication_methods?: Readonly<Record<string, boolean>> } {
  const known = Object.keys(AUTHENTICATION_METHODS);
  const unknown = Object.keys(asked).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw apiErrors.badRequest({ msg: `Invalid authentication method: ${unknown}. Valid methods are: ${known.join(', ')}` });
  const current = { Email: isPasswordLoginEnabled(stored) };
  const wanted = { ...current, ...asked };
  if (!Object.values(wanted).includes(true)) throw apiErrors.badRequest({ msg: 'At least one authentication method must be enabled.' });
  return wanted.Email === current.Email ? {} : { authentication_methods: wanted };
}
