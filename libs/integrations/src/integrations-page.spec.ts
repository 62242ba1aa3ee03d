import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Integration } from './integration.js';
import { INTEGRATIONS } from './registry.js';

const PAGE = fileURLToPath(new URL('../../../docs/integrations.md', import.meta.url));
/** Writes the page instead of comparing it: CONTRIBUTING.md, "Add an integration". */
const isWriting = process.env.PARLEY_WRITE_DOCS === '1';
const HEAD = '<!-- generated: PARLEY_WRITE_DOCS=1 npm test -- unit integrations-page -->';

function urlOf({ name }: Integration): string {
  return `https://chat.example.com/api/v1/external/${name}?api_key=KEY&stream=builds`;
}

function section(integration: Integration): string[] {
  const { displayName, name, summary, steps, urlOptions, signature, eventOf, events } = integration;
  const options = urlOptions.map(({ key, label, inputType }) => `| \`${key}\` | ${label}${inputType === 'checkbox' ? ' (`true`)' : ''} |`);
  return [
    `### ${displayName}`,
    '',
    `${summary} URL: \`${urlOf(integration)}\``,
    '',
    ...steps.map((step, n) => `${n + 1}. ${step}`),
    '',
    ...(options.length === 0 ? [] : ['| further parameter | meaning |', '|---|---|', ...options, '']),
    ...(signature === undefined
      ? ['It does not sign what it sends: only the key protects the URL.', '']
      : [`Signature: \`${signature.header}\`, checked with \`${signature.config.key}\`.`, '']),
    ...(eventOf === undefined
      ? []
      : [
          `Events: ${Object.keys(events)
            .map((event) => `\`${event}\``)
            .join(', ')}.`,
          '',
        ]),
    ...(name === 'slack_incoming' ? ['The answer is the text `ok`, as that of Slack.', ''] : []),
  ];
}

describe('docs/integrations.md', () => {
  it('has the declared integrations', () => {
    const [written = ''] = readFileSync(PAGE, 'utf8').split(HEAD);
    const page = `${written}${HEAD}\n\n${INTEGRATIONS.flatMap(section).join('\n').trimEnd()}\n`;
    if (isWriting) writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
