import { apiErrors } from '@parley/contracts';
import { linkifierPattern } from '@parley/markdown';
import type { LinkifierDefinition } from './linkifier-definition.js';
import { reversed, reverseTemplateParts } from './reverse-template.js';
import { urlTemplateFault, urlTemplateVariables } from './url-template.js';

type Fields = Record<string, string[]>;

/** Validates a linkifier. @throws invalidFields */
export function checkLinkifier(definition: LinkifierDefinition): void {
  const pattern = linkifierPattern(definition.pattern);
  const template = urlTemplateVariables(definition.urlTemplate);
  const alternatives = definition.alternativeUrlTemplates.map(urlTemplateVariables);
  const reverse = definition.reverseTemplate === null ? [] : reverseTemplateParts(definition.reverseTemplate);
  refuse({
    pattern: [
      ...(definition.pattern === '' ? ['This field cannot be blank.'] : []),
      ...('error' in pattern ? [`Bad regular expression: ${pattern.error}`] : []),
    ],
    url_template: definition.urlTemplate === '' ? ['This field cannot be blank.'] : templateFaults([definition.urlTemplate]),
    alternative_url_templates: templateFaults(definition.alternativeUrlTemplates),
    reverse_template: reverse === undefined ? ['Invalid reverse template.'] : [],
  });
  if ('error' in pattern) return;
  refuse({
    __all__: [
      ...differences(pattern.groups, template ?? [], 'URL template'),
      ...alternatives.flatMap((variables) => differences(pattern.groups, variables ?? [], 'alternative URL template')),
      ...reverseFaults(definition, pattern, reverse ?? []),
    ],
  });
}

/** Each fault once, even if several templates have it. */
function templateFaults(templates: readonly string[]): string[] {
  return [...new Set(templates.map(urlTemplateFault).filter((fault) => fault !== undefined))];
}

function refuse(fields: Fields): void {
  const errors = Object.fromEntries(Object.entries(fields).filter(([, texts]) => texts.length > 0));
  if (Object.keys(errors).length > 0) throw apiErrors.invalidFields({ errors });
}

function differences(groups: readonly string[], variables: readonly string[], template: string): string[] {
  const unused = groups.filter((group) => !variables.includes(group));
  const unknown = variables.filter((variable) => !groups.includes(variable));
  return [
    ...unused.map((group) => `Group '${group}' in linkifier pattern is not present in ${template}.`),
    ...unknown.map((variable) => `Group '${variable}' in ${template} is not present in linkifier pattern.`),
  ];
}

/** The values that the pattern finds in the example must reproduce the example through the reverse template. */
function reverseFaults(
  { exampleInput, reverseTemplate }: LinkifierDefinition,
  pattern: Exclude<ReturnType<typeof linkifierPattern>, { error: string }>,
  parts: NonNullable<ReturnType<typeof reverseTemplateParts>>,
): string[] {
  if (reverseTemplate === null) return [];
  const unknown = parts.flatMap((part) => ('variable' in part && !pattern.groups.includes(part.variable) ? [part.variable] : []));
  if (unknown.length > 0) return [`Group '${unknown[0]}' in reverse template is not present in linkifier pattern.`];
  if (exampleInput === null) return ['An example input is required for a reverse template.'];
  const values = pattern.read(exampleInput);
  if (values === undefined) return ['Example input does not match the linkifier pattern.'];
  return reversed(parts, values) === exampleInput ? [] : ['Reverse template does not reproduce the example input.'];
}
