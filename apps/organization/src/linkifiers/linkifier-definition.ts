import { apiErrors, type InputOf } from '@parley/contracts';
import type { createLinkifier } from '@parley/contracts/organization';
import type { LinkifierRecord, Tx } from '@parley/persistence';
import { linkifierWithPattern } from './linkifiers.repository.js';

export type LinkifierDefinition = Omit<LinkifierRecord, 'id'>;

const NONE = { exampleInput: null, reverseTemplate: null, alternativeUrlTemplates: [] } as const;

/** The linkifier that a request describes. Absent properties are taken from `before`. Forms send null as text. */
export function definitionOf(
  params: InputOf<typeof createLinkifier>,
  before: Omit<LinkifierDefinition, 'pattern' | 'urlTemplate'> = NONE,
): LinkifierDefinition {
  const nullable = (given: string | null | undefined, current: string | null) => {
    if (given === undefined) return current;
    return given === '' || given === 'null' ? null : given;
  };
  return {
    pattern: params.pattern,
    urlTemplate: params.url_template,
    exampleInput: nullable(params.example_input, before.exampleInput),
    reverseTemplate: nullable(params.reverse_template, before.reverseTemplate),
    alternativeUrlTemplates: params.alternative_url_templates ?? before.alternativeUrlTemplates,
  };
}

/**
 * The caller holds the organization's counter, so the check stays valid until the write. `except`: the linkifier that is being changed.
 */
export async function checkPatternIsFree(tx: Tx, organizationId: number, pattern: string, except?: number): Promise<void> {
  const taken = await linkifierWithPattern(tx, organizationId, pattern);
  if (taken === undefined || taken === except) return;
  throw apiErrors.invalidFields({ errors: { __all__: ['Linkifier with this Pattern and Realm already exists.'] } });
}
