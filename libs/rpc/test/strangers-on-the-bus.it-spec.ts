import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import { broadcast, type Caller, type CallOf, serviceCall } from '@parley/contracts';
import { baseConfig, loadConfig, Runtime, testEnvironment } from '@parley/runtime';
import { expectSoon, TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { CallFrames } from '../src/call-frames.js';
import { Bus, RpcClient, type RunningService, Serves } from '../src/index.js';
import { Replies } from '../src/reply.js';
import { Seals } from '../src/seals.js';

const note = serviceCall({
  name: 'noteForTests',
  service: 'settings',
  input: z.object({ word: z.string() }),
  output: z.object({ word: z.string() }),
});
const other = serviceCall({ name: 'otherForTests', service: 'settings', input: z.object({ word: z.string() }), output: z.object({}) });
const unserved = serviceCall({
  name: 'unservedForTests',
  service: 'settings',
  input: z.object({}),
  output: z.object({ word: z.string() }),
});
const told = broadcast('stranger-tells-for-tests', z.object({ word: z.string() }));

const noted: string[] = [];

@Controller()
class NoteController {
  @Serves(note) async note({ params }: CallOf<typeof note>) {
    noted.push(params.word);
    return params;
  }
  @Serves(other) async other({ params }: CallOf<typeof other>) {
    noted.push(`other ${params.word}`);
    return {};
  }
}

@Module({ controllers: [NoteController] })
class NoteModule {}

const caller: Caller = { organizationId: 1, userId: 7, role: 400, isBot: false, botOwnerId: null, clientName: 'test' };
const head = (deadlineAt = Date.now() + 60_000) => ({ caller, requestId: 'r', deadlineAt });

let suite: TestSuite;
let service: RunningService;
/** Knows the password of NATS, but no secret. */
let stranger: NatsConnection;

beforeAll(async () => {
  suite = await TestSuite.open();
  service = await suite.start('settings', NoteModule, baseConfig);
  stranger = await connect({ servers: new URL(testEnvironment().PARLEY_TEST_NATS_URL).host });
});
afterAll(async () => {
  await stranger.close();
  await suite.close();
});
beforeEach(() => {
  noted.length = 0;
});

const subjectOf = (name: string) => suite.nats.link.subject(`rpc.settings.${name}`);

/** Records a call of the suite as it is on the wire. */
async function recorded(word: string): Promise<Msg> {
  const heard: Msg[] = [];
  const subscription = stranger.subscribe(subjectOf('noteForTests'), { callback: (_error, message) => void heard.push(message) });
  await stranger.flush();
  await suite.rpc.call(note, { word }, caller);
  await expectSoon(async () => heard.length, 1);
  subscription.unsubscribe();
  return heard[0] as Msg;
}

/** Returns once a later, valid call was answered, so everything published before has been handled. */
async function settled(): Promise<void> {
  await stranger.flush();
  await suite.rpc.call(note, { word: 'honest' }, caller);
  expect(noted.at(-1)).toBe('honest');
}

function publishCall(secret: string, deadlineAt?: number): void {
  const frames = new CallFrames(new Seals({ PARLEY_CALLER_SECRET: secret }));
  const reply = 'answers.of.the.stranger';
  const { bytes } = frames.write({ subject: subjectOf('noteForTests'), reply }, head(deadlineAt), Buffer.from('{"word":"mine"}'));
  stranger.publish(subjectOf('noteForTests'), bytes, { reply });
}

describe('a stranger on the bus', () => {
  it('reads neither caller nor parameters nor answers', async () => {
    const heard: Msg[] = [];
    const subscription = stranger.subscribe('>', { callback: (_error, message) => void heard.push(message) });
    await stranger.flush();
    await suite.rpc.call(note, { word: 'a secret word' }, caller);
    await stranger.flush();
    const own = heard.filter(({ subject, reply }) => subject === subjectOf('noteForTests') || reply === subjectOf('noteForTests'));
    expect(own).toHaveLength(1);
    expect(heard.length).toBeGreaterThan(1);
    for (const { data } of heard) {
      expect(Buffer.from(data).includes('a secret word')).toBe(false);
      expect(Buffer.from(data).includes('organizationId":1,"userId":7')).toBe(false);
    }
    subscription.unsubscribe();
  });

  it('cannot make a call without the secret, and gets no answer', async () => {
    publishCall('a secret of another installation, 32 or more');
    stranger.publish(subjectOf('noteForTests'), Buffer.from('{"word":"mine"}'), { reply: 'answers.of.the.stranger' });
    stranger.publish(subjectOf('noteForTests'), new Uint8Array(), { reply: 'answers.of.the.stranger' });
    await settled();
    expect(noted).toEqual(['honest']);
    publishCall(TEST_CALLER_SECRET);
    await settled();
    expect(noted).toEqual(['honest', 'mine', 'honest']);
  });

  it('cannot replay a recorded call, on its subject or on another', async () => {
    const { data, reply = '' } = await recorded('once');
    stranger.publish(subjectOf('noteForTests'), data, { reply });
    stranger.publish(subjectOf('otherForTests'), data, { reply });
    stranger.publish(subjectOf('noteForTests'), data, { reply: 'answers.of.the.stranger' });
    await settled();
    expect(noted).toEqual(['once', 'honest']);
  });

  it('cannot answer for a service', async () => {
    const answers: string[] = [];
    const subscription = stranger.subscribe(subjectOf('unservedForTests'), {
      callback: (_error, message) => {
        const forged = new Replies(new Seals({ PARLEY_CALLER_SECRET: 'a secret of another installation, 32 or more' }));
        for (const piece of forged.ofAnswer('x', { word: 'forged' })) message.respond(piece);
        message.respond(Buffer.from('{"word":"forged"}'));
        answers.push(message.subject);
      },
    });
    await stranger.flush();
    const call = suite.rpc.call(unserved, {}, caller, { timeoutMs: 1_000 });
    await expect(call).rejects.toMatchObject({ status: 503 });
    expect(answers).toHaveLength(1);
    subscription.unsubscribe();
  });

  it('cannot answer a call with the answer to another call', async () => {
    const seals = new Seals({ PARLEY_CALLER_SECRET: TEST_CALLER_SECRET });
    const subscription = stranger.subscribe(subjectOf('unservedForTests'), {
      callback: (_error, message) => {
        for (const piece of new Replies(seals).ofAnswer('the id of another call', { word: 'stolen' })) message.respond(piece);
        const received = new CallFrames(seals).read({ subject: message.subject, reply: message.reply ?? '' }, message.data);
        for (const piece of new Replies(seals).ofAnswer(received?.id ?? '', { word: 'right' })) message.respond(piece);
      },
    });
    await stranger.flush();
    await expect(suite.rpc.call(unserved, {}, caller)).resolves.toEqual({ word: 'right' });
    subscription.unsubscribe();
  });

  it('cannot send broadcasts to services, or replay those of another subject or of long ago', async () => {
    const heard: string[] = [];
    service.app.get(Bus, { strict: false }).subscribe(told, ({ word }) => void heard.push(word), '1');
    await suite.rpc.call(note, { word: 'flush' }, caller);
    const subject = suite.nats.link.subject(`${told.subject}.1`);
    const sealed = (secret: string, to: string, sentAt: number) =>
      new Seals({ PARLEY_CALLER_SECRET: secret }).seal(`broadcast\n${to}`, [
        Buffer.from(JSON.stringify({ sentAt, payload: { word: 'mine' } })),
      ]).bytes;
    stranger.publish(subject, Buffer.from('{"word":"mine"}'));
    stranger.publish(subject, sealed('a secret of another installation, 32 or more', subject, Date.now()));
    stranger.publish(subject, sealed(TEST_CALLER_SECRET, suite.nats.link.subject(`${told.subject}.2`), Date.now()));
    stranger.publish(subject, sealed(TEST_CALLER_SECRET, subject, Date.now() - 3_600_000));
    await stranger.flush();
    suite.nats.bus.publish(told, { word: 'honest' }, '1');
    await expectSoon(async () => heard, ['honest']);
    stranger.publish(subject, sealed(TEST_CALLER_SECRET, subject, Date.now()));
    await expectSoon(async () => heard, ['honest', 'mine']);
  });
});

describe('a call', () => {
  it('is not executed after its deadline', async () => {
    publishCall(TEST_CALLER_SECRET, Date.now() - 86_400_000);
    publishCall(TEST_CALLER_SECRET, Date.now() - 1);
    await settled();
    expect(noted).toEqual(['honest']);
  });
});

describe('while the secret is being replaced', () => {
  const NEWER = 'the newer secret of this installation, 32 or more';

  it('callers with the older secret and services with the newer one understand each other', async () => {
    const newer = await suite.start('settings', NoteModule, baseConfig, {
      PARLEY_CALLER_SECRET: NEWER,
      PARLEY_CALLER_SECRET_PREVIOUS: TEST_CALLER_SECRET,
    });
    await service.stop();
    // The caller of the tests knows both, and seals with the older one.
    const config = loadConfig(baseConfig, {
      ...suite.env,
      PARLEY_CALLER_SECRET: TEST_CALLER_SECRET,
      PARLEY_CALLER_SECRET_PREVIOUS: NEWER,
      LOG_LEVEL: 'error',
    });
    const older = new RpcClient(suite.nats.link, new Runtime('tests', config));
    await expect(older.call(note, { word: 'from the older' }, caller)).resolves.toEqual({ word: 'from the older' });
    await newer.stop();
    service = await suite.start('settings', NoteModule, baseConfig);
  });
});
