import { apiErrors, faultInName } from '@parley/contracts';
import { BUILT_IN_VIEWS } from '@parley/contracts/settings';

/** The name of a view. Built-in views have none, all others need one. @throws navigationViewNameNotAllowed, navigationViewNameInvalid */
export function viewName(fragment: string, given: string | undefined): string | undefined {
  if (BUILT_IN_VIEWS.has(fragment)) {
    if (given !== undefined) throw apiErrors.navigationViewNameNotAllowed();
    return undefined;
  }
  const name = given?.trim() ?? '';
  if (name === '' || faultInName(name) !== undefined) throw apiErrors.navigationViewNameInvalid();
  return name;
}
