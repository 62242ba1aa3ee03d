import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@parley/contracts';
import { CallFrames } from './call-frames.js';
import { Seals } from './seals.js';

const framesOf = (secret: string) => new CallFrames(new Seals({ PARLEY_CALLER_SECRET: secret }));
const SECRET = 'a secret of this installation, 32 or more';
const route = { subject: 'rpc.organization.updateUser', reply: '_INBOX.gateway.a.1' };
const caller: Caller = { organizationId: 1, userId: 7, role: 400, isBot: false, botOwnerId: null, clientName: 'tëst' };
const head = { caller, requestId: 'r', deadlineAt: 1_000 };
const params = { text: 'hällo' };
const body = Buffer.from(JSON.stringify(params));

describe('a call on the wire', () => {
  it('is read as it was written', () => {
    const { id, bytes } = framesOf(SECRET).write(route, head, body);
    expect(framesOf(SECRET).read(route, bytes)).toEqual({ ...head, params, id });
  });

  it('may come from a visitor and may have no parameters', () => {
    const visitor = { host: 'acme.example', clientName: 'test' };
    const { bytes } = framesOf(SECRET).write(route, { ...head, caller: visitor }, Buffer.alloc(0));
    expect(framesOf(SECRET).read(route, bytes)).toMatchObject({ caller: visitor, params: {} });
  });

  it('shows neither its caller nor its name and parameters', () => {
    const sent = Buffer.from(framesOf(SECRET).write(route, head, body).bytes).toString('latin1');
    for (const readable of ['organizationId', 'userId', 'text']) expect(sent).not.toContain(readable);
  });

  it('is rejected on another subject, with another reply subject, and from another installation', () => {
    const { bytes } = framesOf(SECRET).write(route, head, body);
    const reader = framesOf(SECRET);
    expect(reader.read({ ...route, subject: 'rpc.organization.setRole' }, bytes)).toBeUndefined();
    expect(reader.read({ ...route, reply: '_INBOX.stranger.a.1' }, bytes)).toBeUndefined();
    expect(framesOf('a secret of another installation, 32 or more').read(route, bytes)).toBeUndefined();
  });

  it('is rejected if its caller is invalid', () => {
    const { bytes } = framesOf(SECRET).write(route, { ...head, caller: { userId: 7 } as never }, body);
    expect(framesOf(SECRET).read(route, bytes)).toBeUndefined();
  });
});
