import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { type ApiError, apiErrors, type CallOf, type InputOf } from '@parley/contracts';
import { checkMailbox, localPartOf, receiveMail } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { deliverMail, expectSoon, type TestRedis, testRedis } from '@parley/testing';
import { MailListener } from '../src/mail-in/mail-listener.js';
import { TestInstallation } from './test-installation.js';

const DOMAIN = 'mail.example';
const SIGNATURE = '00112233445566778899';
const channelAddress = (organizationId: number, options = '') =>
  `${localPartOf({ kind: 'channel', organizationId, channelId: 2, creatorId: 3, senderId: 0 }, SIGNATURE)}${options}@${DOMAIN}`;
const CHANNEL = channelAddress(1);
const REPLY = `${localPartOf({ kind: 'reply', organizationId: 1, userId: 3, messageId: 9, lastDay: 9 }, SIGNATURE)}@${DOMAIN}`;

type Arrived = InputOf<typeof receiveMail>['mail'] & { readonly contents: string[] };
/** State of one test. */
const world = {
  arrived: [] as Arrived[],
  refuseRecipient: undefined as ApiError | undefined,
  refuse: undefined as ApiError | undefined,
  waiting: 0,
  hold: undefined as Promise<unknown> | undefined,
};

let installation: TestInstallation;
let redis: TestRedis;
let port: number;
let lmtpPort: number;

@Controller()
class MessagingStub {
  @Serves(checkMailbox)
  async checkMailbox(_: CallOf<typeof checkMailbox>) {
    if (world.refuseRecipient !== undefined) throw world.refuseRecipient;
    return {};
  }

  /** Reads the files where the gateway put them. */
  @Serves(receiveMail)
  async receiveMail({ params: { mail } }: CallOf<typeof receiveMail>) {
    if (world.refuse !== undefined) throw world.refuse;
    world.waiting += 1;
    await world.hold;
    const contents: string[] = [];
    for (const { key } of mail.files) {
      const content = await installation.files.storage.read(key);
      contents.push(content === undefined ? 'nothing' : await textOf(content));
    }
    world.arrived.push({ ...mail, contents });
    return { id: world.arrived.length };
  }
}

@Module({ controllers: [MessagingStub] })
class MessagingStubModule {}

beforeAll(async () => {
  [installation, redis] = await Promise.all([TestInstallation.open(), testRedis()]);
  await installation.serve('messaging', MessagingStubModule);
  const env = { ...redis.env, MAIL_IN_DOMAIN: DOMAIN, MAIL_IN_PORT: '0', MAIL_IN_MAX_MIB: '2', RATE_LIMIT_MAIL_IN: '1000/60' };
  const gateways = await Promise.all([
    installation.gateway([], env),
    installation.gateway([], { ...env, MAIL_IN_PROTOCOL: 'lmtp', RATE_LIMIT_MAIL_IN: '2/10000' }),
  ]);
  [port = 0, lmtpPort = 0] = gateways.map(({ app }) => app.get(MailListener).port ?? 0);
});
afterAll(() => Promise.all([installation.close(), redis.close()]));
beforeEach(() => {
  world.arrived = [];
  world.refuseRecipient = undefined;
  world.refuse = undefined;
  world.waiting = 0;
  world.hold = undefined;
});

interface Given {
  readonly to?: string | string[];
  readonly from?: string;
  readonly raw: string | Buffer;
  readonly lmtp?: boolean;
}

const MAIL = 'From: Zoe <zoe@example.com>\r\nSubject: Soup\r\nMessage-ID: <1@example.com>\r\n\r\nHello\r\n';

function send({ to = CHANNEL, from = 'zoe@example.com', raw, lmtp = false }: Given) {
  return deliverMail({ port: lmtp ? lmtpPort : port, lmtp }, { to, from, raw });
}

describe('a mail', () => {
  it('is accepted when the message is stored', async () => {
    expect(await send({ raw: MAIL })).toEqual({ code: 250, text: '2.0.0 The message is stored' });
    expect(world.arrived).toEqual([
      {
        key: '<1@example.com>',
        from: { name: 'Zoe', address: 'zoe@example.com' },
        subject: 'Soup',
        text: 'Hello',
        isCut: false,
        files: [],
        refusedFiles: [],
        contents: [],
      },
    ]);
  });

  it('without a Message-ID has the same key each time', async () => {
    for (const raw of ['Subject: a\r\n\r\nb', 'Subject: a\r\n\r\nb', 'Subject: a\r\n\r\nc']) expect((await send({ raw })).code).toBe(250);
    const [first, second, third] = world.arrived.map(({ key }) => key);
    expect([first === second, first === third]).toEqual([true, false]);
  });

  it('by LMTP too, up to the limit of the organization, which others do not share', async () => {
    const to = (n: number) => send({ lmtp: true, raw: MAIL, to: channelAddress(n) });
    expect([(await to(7)).code, (await to(7)).code]).toEqual([250, 250]);
    expect(await to(7)).toEqual({ code: 451, text: '4.7.1 Too many mails for this organization; try again later' });
    expect((await to(8)).code).toBe(250);
  });

  it('does not count for the limit before its content arrives', async () => {
    const only = channelAddress(9);
    for (let n = 0; n < 3; n += 1)
      expect(await talk(['LHLO x', 'MAIL FROM:<a@b.c>', `RCPT TO:<${only}>`, 'RSET', 'QUIT'], lmtpPort)).toMatch(
        /\n250 [^\n]*\r\n250 [^\n]*\r\n221 /,
      );
    expect((await send({ lmtp: true, raw: MAIL, to: only })).code).toBe(250);
  });

  it('waits if its organization has two under way, and those of others are taken', async () => {
    const gate = new EventEmitter();
    world.hold = once(gate, 'open');
    const first = [send({ raw: MAIL, to: channelAddress(4) }), send({ raw: MAIL, to: channelAddress(4) })];
    await expectSoon(async () => world.waiting, 2);
    expect(await send({ raw: MAIL, to: channelAddress(4) })).toEqual({ code: 451, text: '4.3.2 Too many mails at once; try again later' });
    const other = send({ raw: MAIL, to: channelAddress(5) });
    await expectSoon(async () => world.waiting, 3);
    gate.emit('open');
    expect((await Promise.all([...first, other])).map(({ code }) => code)).toEqual([250, 250, 250]);
    expect((await send({ raw: MAIL, to: channelAddress(4) })).code).toBe(250);
  });

  it('has its files in the storage while it becomes a message, and not afterwards', async () => {
    const file = '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\ncontent\r\n';
    const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhi\r\n${file}--b--\r\n`;
    expect((await send({ raw })).code).toBe(250);
    const [mail] = world.arrived;
    expect(mail).toMatchObject({ text: 'hi', files: [{ name: 'a.txt', size: mail?.contents[0]?.length }] });
    expect(mail?.contents[0]?.trim()).toBe('content');
    world.refuse = apiErrors.mayNotPost();
    expect((await send({ raw })).code).toBe(550);
    for (const { key } of mail?.files ?? []) expect(await installation.files.storage.size(key)).toBeUndefined();
  });

  it('to several people is taken once for each, so that each answer is about one message', async () => {
    expect((await send({ raw: MAIL, to: [CHANNEL, channelAddress(2)] })).code).toBe(250);
    // The server of the sender offers the other recipient again by itself.
    expect(world.arrived).toHaveLength(1);
  });
});

describe('a mail is refused', () => {
  it.each([
    ['for another domain', `${CHANNEL.split('@')[0]}@elsewhere.example`, 550, '5.7.1 Mail for this domain is not taken here'],
    ['for an address that no one made', `info@${DOMAIN}`, 550, '5.1.1 This address does not exist'],
  ])('%s', async (_, to, code, text) => expect(await send({ raw: MAIL, to })).toEqual({ code, text }));

  it('if it is a bounce, an automatic reply, or comes from here', async () => {
    const headed = (header: string, to = CHANNEL) => send({ raw: `${header}\r\n${MAIL}`, to });
    expect(await send({ raw: MAIL, from: '' })).toEqual({ code: 550, text: '5.7.1 Bounces are not taken' });
    expect((await headed('Auto-Submitted: auto-replied')).code).toBe(550);
    expect((await headed('X-Parley-Origin: localhost')).code).toBe(554);
    expect((await headed('List-Id: <a.example>', REPLY)).code).toBe(550);
    expect(world.arrived).toEqual([]);
    expect((await headed('List-Id: <a.example>')).code).toBe(250);
  });

  it('for good, with the reason of the service', async () => {
    world.refuseRecipient = apiErrors.unknownMailAddress();
    expect(await send({ raw: MAIL })).toEqual({ code: 550, text: '5.1.1 This address does not exist, or is not valid any more.' });
    world.refuseRecipient = apiErrors.unknownOrganization();
    expect(await send({ raw: MAIL })).toEqual({ code: 550, text: '5.1.1 This address does not exist, or is not valid any more.' });
    world.refuseRecipient = apiErrors.organizationDeactivated();
    expect(await send({ raw: MAIL })).toEqual({ code: 550, text: '5.7.1 This organization has been deactivated' });
    world.refuseRecipient = undefined;
    world.refuse = apiErrors.mayNotSendToChannel({ channel: 'Küche\r\n250 OK' });
    expect((await send({ raw: MAIL })).text).toMatch(/^5\.7\.1 .*'?K\?che\?\?250 OK/);
  });

  it('for now, if the service is away or a quota is used up', async () => {
    for (const error of [apiErrors.unavailable(), apiErrors.messageQuotaReached({ limit: 1, retryAfterSeconds: 9 })]) {
      world.refuse = error;
      expect((await send({ raw: MAIL })).code).toBe(451);
      world.refuse = undefined;
      world.refuseRecipient = error;
      expect((await send({ raw: MAIL })).code).toBe(451);
      world.refuseRecipient = undefined;
    }
  });
});

describe('a hostile mail', () => {
  it('that is too large is refused, whether or not it says so', async () => {
    expect((await send({ raw: Buffer.alloc(3 * 1024 * 1024, 'a\r\n') })).code).toBe(552);
    const transcript = await talk([
      'EHLO x',
      'MAIL FROM:<a@b.c>',
      `RCPT TO:<${CHANNEL}>`,
      'DATA',
      `${'a'.repeat(990)}\r\n`.repeat(3_000),
      '.',
      'QUIT',
    ]);
    expect(transcript).toMatch(/\n552 /);
    expect(world.arrived).toEqual([]);
  });

  it('is refused or read, and the next one is taken', async () => {
    const nested = (depth: number) =>
      `${Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')}\r\ndeep\r\n`;
    const codes = new Map<string, number>();
    for (const [name, raw] of Object.entries({
      deep: nested(5_000),
      headers: `${'X: a\r\n'.repeat(200_000)}\r\nhi`,
      parts: `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(50_000)}`,
      nulls: Buffer.from([0, 13, 10, 0, 255, 254, 13, 10, 13, 10, 0, 128]),
      html: `Content-Type: text/html\r\n\r\n${'<b>'.repeat(500_000)}`,
    }))
      codes.set(name, (await send({ raw })).code);
    expect(Object.fromEntries(codes)).toEqual({ deep: 550, headers: 550, parts: 250, nulls: 250, html: 250 });
    expect((await send({ raw: MAIL })).code).toBe(250);
  });

  it('that ends in the middle is no mail', async () => {
    await talk(['EHLO x', 'MAIL FROM:<a@b.c>', `RCPT TO:<${CHANNEL}>`, 'DATA', 'Subject: x\r\n\r\nhalf']);
    expect((await send({ raw: MAIL })).code).toBe(250);
    await expectSoon(async () => world.arrived.map(({ text }) => text), ['Hello']);
  });
});

/** Says each line when the server has answered the one before, and hangs up after the last one. Returns what the server said. */
function talk(lines: readonly string[], to = port): Promise<string> {
  const rest = [...lines];
  return new Promise((resolve, reject) => {
    const socket = connect(to, '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8');
    const next = () => {
      const line = rest.shift();
      if (line === undefined) return socket.end();
      socket.write(`${line}\r\n`);
      // The content of a mail is not answered.
      if (rest[0] === '.' || (rest.length === 0 && line !== 'QUIT')) next();
    };
    socket.on('data', (part: string) => {
      said += part;
      if (/(?:^|\n)\d{3} [^\n]*\r\n$/.test(said)) next();
    });
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
  });
}
