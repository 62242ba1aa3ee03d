import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { contractHandlers } from './contract-handlers.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const CONTRACTS = {
  'libs/contracts/src/messaging/send-message.ts':
    "export const sendMessage = endpoint({ name: 'sendMessage', method: 'POST', path: '/messages', service: 'messaging', params: {} });\n",
};
const HANDLER = `
import { sendMessage } from '@parley/contracts/messaging';
class Messages {
  @Serves(sendMessage) send(call: CallOf<typeof sendMessage>) { return this.sending.execute(call); }
}
`;
const found = (files: Record<string, string>) => scratch.findings(contractHandlers, { ...CONTRACTS, ...files });

describe('contract-handlers', () => {
  it('accepts a contract that its service serves once', async () => {
    expect(await found({ 'apps/messaging/src/messages.controller.ts': HANDLER })).toEqual([]);
  });

  it('accepts a handler that returns serialized text', async () => {
    expect(await found({ 'apps/messaging/src/messages.controller.ts': HANDLER.replace('@Serves(', '@ServesRawJson(') })).toEqual([]);
  });

  it('resolves renamed imports', async () => {
    const renamed = HANDLER.replace('{ sendMessage }', '{ sendMessage as declared }').replace('@Serves(sendMessage)', '@Serves(declared)');
    expect(await found({ 'apps/messaging/src/messages.controller.ts': renamed })).toEqual([]);
  });

  it('finds a contract without a handler', async () => {
    expect(await found({})).toEqual(['libs/contracts/src/messaging/send-message.ts:1 sendMessage has no handler.']);
  });

  it('does not count tests as handlers', async () => {
    expect(await found({ 'apps/messaging/test/rpc.it-spec.ts': HANDLER })).toHaveLength(1);
  });

  it('finds a second handler', async () => {
    expect(await found({ 'apps/messaging/src/a.controller.ts': HANDLER, 'apps/messaging/src/b.controller.ts': HANDLER })).toEqual([
      'apps/messaging/src/b.controller.ts:4 sendMessage has a second handler: apps/messaging/src/a.controller.ts:4 serves it.',
    ]);
  });

  it('finds a handler in an app that does not own the contract', async () => {
    expect(await found({ 'apps/channels/src/a.controller.ts': HANDLER })).toEqual([
      'apps/channels/src/a.controller.ts:4 sendMessage belongs to messaging but is served by channels.',
    ]);
  });

  it('finds a handler of an unknown contract', async () => {
    const strange = 'class A {\n  @Serves(nothing) do() {}\n}\n';
    expect(await found({ 'apps/messaging/src/a.controller.ts': HANDLER, 'apps/messaging/src/b.controller.ts': strange })).toEqual([
      'apps/messaging/src/b.controller.ts:2 @Serves(nothing) refers to no exported contract of libs/contracts.',
    ]);
  });

  it('finds a declaration whose service is not a literal', async () => {
    expect(
      await found({ 'apps/messaging/src/a.controller.ts': HANDLER, 'libs/contracts/src/a.ts': 'export const odd = serviceCall(spec);\n' }),
    ).toEqual(['libs/contracts/src/a.ts:1 odd does not say its service as a plain text.']);
  });

  it('requires the gateway, and no other, to serve GET /events', async () => {
    const held = "export const getEvents = endpoint({ method: 'GET', path: '/events', service: 'event-queue', heldByGateway: true });\n";
    const files = { 'apps/messaging/src/a.controller.ts': HANDLER, 'libs/contracts/src/event-queue/get-events.ts': held };
    expect(await found(files)).toEqual([]);
    expect(await found({ ...files, 'apps/event-queue/src/a.controller.ts': 'class A {\n  @Serves(getEvents) get() {}\n}\n' })).toEqual([
      'apps/event-queue/src/a.controller.ts:2 getEvents has a second handler: the gateway answers it itself (heldByGateway).',
    ]);
  });

  it('knows contracts that a function of libs/contracts creates, in an object', async () => {
    const parts = `
function registerPart(service: Service) { return serviceCall({ name: 'registerPart', service, input, output }); }
export const registerParts = { channels: registerPart('channels'), settings: registerPart('settings') } as const;
`;
    const serves = 'class A {\n  @Serves(registerParts.channels) part() {}\n}\n';
    const files = { 'apps/messaging/src/a.controller.ts': HANDLER, 'libs/contracts/src/register-part.ts': parts };
    expect(await found({ ...files, 'apps/channels/src/register.controller.ts': serves })).toEqual([
      'libs/contracts/src/register-part.ts:3 registerParts.settings has no handler.',
    ]);
  });
});
