import { apiErrors, BUILT_IN_VIEWS, faultInName } from '@parley/contracts';

/** The name of a view as it is stored: a built-in one has none, any other must have one. @throws badRequest */
export function viewName(fragment: string, given: string | undefined): string | null {
  if (BUILT_IN_VIEWS.has(fragment)) {
    if (given !== undefined) throw apiErrors.badRequest({ msg: 'Built-in views cannot have a custom name.' });
    return null;
  }
  const name = given?.trim() ?? '';
  if (name === '' || faultInName(name) !== undefined) throw apiErrors.badRequest({ msg: 'Custom views must have a valid name.' });
  return name;
}
