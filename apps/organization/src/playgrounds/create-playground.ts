import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { createPlayground } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import { urlTemplateFault, urlTemplateVariables } from '../linkifiers/url-template.js';
import { logPlaygrounds } from './playground-objects.js';
import { insertPlayground, type NewPlayground, playgroundsOf } from './playgrounds.repository.js';

type Params = InputOf<typeof createPlayground>;

/** Every change sends all of them. */
const MAX_PLAYGROUNDS = 200;
/** Characters in the names of lexer languages. */
const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]*$/;

@Injectable()
export class CreatePlayground {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof createPlayground>): Promise<OutputOf<typeof createPlayground>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const playground = { name: params.name.trim(), pygmentsLanguage: params.pygments_language.trim(), urlTemplate: params.url_template };
    check(params);
    return this.eventLog.change(organizationId, async (tx, log) => {
      await checkIsNew(tx, organizationId, playground);
      const id = await insertPlayground(tx, organizationId, playground);
      await logPlaygrounds(tx, log, organizationId);
      return { id };
    });
  }
}

/** @throws invalidFields, blankText */
function check({ name, pygments_language, url_template }: Params): void {
  for (const [field, text] of Object.entries({ name, pygments_language })) {
    if (text.trim() === '') throw apiErrors.blankText({ name: field });
  }
  const template = templateFaults(url_template);
  const language = LANGUAGE.test(pygments_language.trim()) ? [] : ['Invalid characters in pygments language'];
  const errors = Object.entries({ pygments_language: language, url_template: template }).filter(([, texts]) => texts.length > 0);
  if (errors.length > 0) throw apiErrors.invalidFields({ errors: Object.fromEntries(errors) });
}

function templateFaults(template: string): string[] {
  const fault = urlTemplateFault(template);
  if (fault !== undefined) return [fault];
  const variables = urlTemplateVariables(template) ?? [];
  if (!variables.includes('code')) return ['Missing the required variable "code" in the URL template'];
  return variables.length === 1 ? [] : ['"code" should be the only variable present in the URL template'];
}

/** The caller holds the organization's counter, so the check stays valid until the write. */
async function checkIsNew(tx: Tx, organizationId: number, { name, pygmentsLanguage }: NewPlayground): Promise<void> {
  const known = await playgroundsOf(tx, organizationId);
  if (known.some((other) => other.name === name && other.pygmentsLanguage === pygmentsLanguage)) {
    const text = 'Realm playground with this Realm, Pygments language and Name already exists.';
    throw apiErrors.invalidFields({ errors: { __all__: [text] } });
  }
  if (known.length >= MAX_PLAYGROUNDS) throw apiErrors.tooManyPlaygrounds({ limit: MAX_PLAYGROUNDS });
}
