import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { apiTests } from './api-tests.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const CONTRACTS = {
  'libs/contracts/src/messaging/send-message.ts':
    "export const sendMessage = endpoint({ method: 'POST', path: '/messages', service: 'messaging' });\nexport const call = serviceCall({ service: 'messaging' });\n",
};

describe('api-tests', () => {
  it('accepts an endpoint that an API test names; service calls need none', async () => {
    const test = "it('stores', () => actor.ok(sendMessage, {}));\n";
    expect(await scratch.findings(apiTests, { ...CONTRACTS, 'e2e/api/send-message.e2e-spec.ts': test })).toEqual([]);
  });

  it('rejects an endpoint that only other tests, or longer words, contain', async () => {
    expect(
      await scratch.findings(apiTests, {
        ...CONTRACTS,
        'apps/messaging/test/send-message.it-spec.ts': 'sendMessage;',
        'e2e/cluster/sender.ts': 'sendMessage;',
        'e2e/api/other.e2e-spec.ts': 'sendMessageTwice;',
      }),
    ).toEqual(['libs/contracts/src/messaging/send-message.ts:1 sendMessage (POST /messages) is named in no API test.']);
  });
});
