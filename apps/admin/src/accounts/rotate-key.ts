import { rotateApiKey } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { findAccount } from './find-account.js';

/** Replaces the API key and shows the new one only now. The old key is refused from now on. */
export class RotateKey {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string, user: string): Promise<Answer> {
    const { organization, account } = await findAccount(this.suite, stringId, user);
    const { apiKey } = await this.suite.callAsSystem(rotateApiKey, { organizationId: organization.id, userId: account.userId });
    return {
      text: properties({ 'user id': String(account.userId), email: account.email, 'API key': apiKey }),
      json: { user_id: account.userId, email: account.email, api_key: apiKey },
    };
  }
}
