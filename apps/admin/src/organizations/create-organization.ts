import { createOrganization } from '@parley/contracts';
import type { Answer } from '../output/answer.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { organizationJson } from './organization-form.js';

/** Makes an organization. It has nobody in it: its owner comes next, by create-user. */
export class CreateOrganization {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, name: string): Promise<Answer> {
    const made = await this.suite.ask(createOrganization, { stringId, name });
    return {
      text: properties({ 'string id': made.stringId, name: made.name, host: made.host, id: String(made.id) }),
      json: organizationJson(made),
    };
  }
}
