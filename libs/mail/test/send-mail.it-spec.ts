import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { baseConfig, loadConfig, Runtime, runInSpan } from '@parley/runtime';
import { RecordedSpans, TEST_CALLER_SECRET, type TestDatabase, type TestSmtp, testDatabase, testSmtp } from '@parley/testing';
import { Mail } from '../src/mail.js';
import { mailTemplate } from '../src/mail-template.js';
import { SentMails } from '../src/sent-mails.js';

const greeting = mailTemplate<{ name: string }>({
  name: 'greeting',
  subject: ({ name }) => `Hello ${name}`,
  body: ({ name }) => [`Dear ${name},`, `this line is so long that a mail server would have to break it somewhere: ${'x'.repeat(1_000)}`],
});
const CLAIM_SECONDS = 60;
const sender = { organizationId: 1, name: 'Demo', url: 'http://demo.example' };

const config = loadConfig(baseConfig, { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
let postgres: TestDatabase;
let smtp: TestSmtp;
let mail: Mail;
let key: string;

/** As in a process of its own. */
const mailTo = (smtpUrl: string | undefined, runtime = new Runtime('tests', config)) =>
  new Mail(
    { smtpUrl, from: 'Parley <noreply@demo.example>', domain: 'demo.example' },
    new SentMails(postgres.database, CLAIM_SECONDS),
    runtime,
  );
const send = (to: string, name: string, by = mail) => by.send(greeting, { to, key, sender, values: { name } });
const rows = () => postgres.database.client.sentMail.findMany({ where: { key: `greeting/${key}` } });

beforeAll(async () => {
  [postgres, smtp] = await Promise.all([testDatabase(), testSmtp()]);
  mail = mailTo(smtp.env.SMTP_URL);
});
afterAll(async () => {
  mail.onApplicationShutdown();
  await Promise.all([smtp.close(), postgres.close()]);
});
beforeEach(() => {
  key = randomUUID();
});

describe('a mail', () => {
  it('has the text and HTML of its template over SMTP', async () => {
    await send('zoe@demo.example', 'Zoë Ångström');
    const taken = await smtp.next('zoe@demo.example');
    expect(taken).toMatchObject({ from: 'noreply@demo.example', to: ['zoe@demo.example'], subject: 'Hello Zoë Ångström' });
    expect(taken.text).toContain(`Dear Zoë Ångström,\n\nthis line`);
    expect(taken.text).toContain(`${'x'.repeat(1_000)}\n`);
    expect(taken.html).toContain('Dear Zoë Ångström,</p>');
    expect(taken.html).toContain('http://demo.example');
    expect(taken.headerNames).toContain('auto-submitted');
  });

  it.each([
    ['CR LF', 'A\r\nBcc: spy@demo.example'],
    ['LF', 'A\nBcc: spy@demo.example'],
    ['CR', 'A\rX-Spy: 1'],
    ['NUL', 'A\0B'],
    ['quotes and an address', '"quoted" <spy@demo.example>'],
    ['an encoded word', '=?utf-8?Q?Bcc=3A_spy=40demo.example?='],
    ['letters of many scripts', '😀 \u202e נטע'],
    ['a lone surrogate', 'A\ud800B'],
    ['20,000 letters', 'Z'.repeat(20_000)],
  ])('is sent to one address with only our headers, regardless of the values: %s', async (_, name) => {
    await send('amir@demo.example', name);
    const taken = await smtp.next('amir@demo.example');
    expect(taken.to).toEqual(['amir@demo.example']);
    expect([...taken.headerNames].sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      // Refused if it comes back as a mail to a channel.
      'x-parley-origin',
    ]);
    expect(taken.subject).toMatch(/^Hello /);
  });

  it.each([
    ['a further line', 'zoe@demo.example\r\nRCPT TO:<spy@demo.example>'],
    ['two addresses', 'zoe@demo.example, spy@demo.example'],
    ['a name', 'Zoe <zoe@demo.example>'],
    ['NUL', 'zoe@demo.example\0'],
    ['a space', 'zoe demo@demo.example'],
    ['quotes', '"zoe"@demo.example'],
    ['too many characters', `${'z'.repeat(250)}@demo.example`],
    ['a lone surrogate', 'zo\ud800e@demo.example'],
    ['no domain', 'zoe'],
    ['nothing', ''],
  ])('to an invalid address (%s) fails permanently and is not sent', async (_, to) => {
    const before = smtp.offered;
    await expect(send(to, 'Zoe')).rejects.toMatchObject({ name: 'PermanentError' });
    expect(smtp.offered).toBe(before);
  });
});

describe('a mail is sent once', () => {
  it('if its job runs again', async () => {
    await send('twice@demo.example', 'Zoe');
    await send('twice@demo.example', 'Zoe');
    expect(smtp.received.filter(({ to }) => to.includes('twice@demo.example'))).toHaveLength(1);
  });

  it('if two jobs run at the same moment: one sends, the others fail and are retried', async () => {
    const others = Array.from({ length: 4 }, () => mailTo(smtp.env.SMTP_URL));
    const outcomes = await Promise.allSettled(others.map((each) => send('race@demo.example', 'Zoe', each)));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await Promise.all(others.map((each) => send('race@demo.example', 'Zoe', each)));
    expect(smtp.received.filter(({ to }) => to.includes('race@demo.example'))).toHaveLength(1);
    for (const each of others) each.onApplicationShutdown();
  });

  it('and repeated with the same Message-ID if its sender died before recording it', async () => {
    await send('died@demo.example', 'Zoe');
    const { client } = postgres.database;
    await client.sentMail.updateMany({ where: { key: `greeting/${key}` }, data: { sentAt: null } });
    // The claim of the dead sender is respected until it expires.
    await expect(send('died@demo.example', 'Zoe')).rejects.toThrow('another process is sending');
    const longAgo = new Date(Date.now() - 2 * CLAIM_SECONDS * 1000);
    await client.sentMail.updateMany({ where: { key: `greeting/${key}` }, data: { claimedAt: longAgo } });
    await send('died@demo.example', 'Zoe');
    const [first, second] = [await smtp.next('died@demo.example'), await smtp.next('died@demo.example')];
    expect(second.messageId).toBe(first.messageId);
  });

  it('for each key: another key is another mail, with its own Message-ID', async () => {
    await send('two@demo.example', 'Zoe');
    key = randomUUID();
    await send('two@demo.example', 'Zoe');
    const [first, second] = [await smtp.next('two@demo.example'), await smtp.next('two@demo.example')];
    expect(second.messageId).not.toBe(first.messageId);
  });

  it('and remembered for a month', async () => {
    await send('old@demo.example', 'Zoe');
    const [old] = await rows();
    await postgres.database.client.sentMail.update({
      where: { key: old?.key ?? '' },
      data: { claimedAt: new Date(Date.now() - 31 * 86_400_000) },
    });
    const oldKey = key;
    key = randomUUID();
    await send('new@demo.example', 'Zoe');
    expect(await rows()).toHaveLength(1);
    key = oldKey;
    expect(await rows()).toEqual([]);
  });
});

it('a mail of a traced job has a span without its address, failed if it was not accepted', async () => {
  const recorded = new RecordedSpans();
  const runtime = await Runtime.start('tests', { ...config, OTEL_TRACES_EXPORTER: 'otlp' }, recorded);
  const traced = mailTo(smtp.env.SMTP_URL, runtime);
  const job = runtime.tracing?.start('job', {});
  smtp.refuse(450);
  await runInSpan(job, () => send('traced@demo.example', 'Zoe', traced)).catch(() => undefined);
  await runInSpan(job, () => send('traced@demo.example', 'Zoe', traced));
  traced.onApplicationShutdown();
  await runtime.tracing?.stop();
  const spans = recorded.ofTrace(job?.traceId ?? '').filter(({ name }) => name === 'smtp send');
  expect(spans.map(({ attributes }) => attributes)).toEqual([
    { 'parley.mail': 'greeting', 'error.type': 'Error' },
    { 'parley.mail': 'greeting' },
  ]);
});

describe('a mail that the server does not accept', () => {
  it('is counted, and so is one that it accepts', async () => {
    const runtime = new Runtime('tests', config);
    const counted = mailTo(smtp.env.SMTP_URL, runtime);
    const to = 'counted@demo.example';
    for (const answer of ['450 4.2.0 busy', '554 5.6.0 cannot handle this']) {
      smtp.refuse(answer);
      await expect(send(to, 'Zoe', counted)).rejects.toThrow();
    }
    await send(to, 'Zoe', counted);
    counted.onApplicationShutdown();
    const read = await runtime.metrics.registry.getSingleMetric('parley_mails_total')?.get();
    expect(read?.values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
      ['failed', 1],
      ['refused', 1],
      ['sent', 1],
    ]);
  });

  it.each([421, 450, 451, 452])('with %d fails for a retry by its job, and is sent then', async (code) => {
    smtp.refuse(code);
    const failure = await send('busy@demo.example', 'Zoe').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toMatchObject({ name: 'PermanentError' });
    expect(await rows()).toEqual([]);
    await send('busy@demo.example', 'Zoe');
    await smtp.next('busy@demo.example');
  });

  it.each(['552 5.3.4 too large', '554 5.6.0 cannot handle this'])('because of its text fails permanently: %s', async (answer) => {
    smtp.refuse(answer);
    await expect(send('gone@demo.example', 'Zoe')).rejects.toMatchObject({
      name: 'PermanentError',
      cause: expect.objectContaining({ response: answer }),
    });
    expect(await rows()).toEqual([]);
  });

  it.each(['550 5.1.1 no such user', '550 5.1.10 null MX', '550 5.2.1 disabled', '550 no such user here'])(
    'because of its mailbox fails permanently: %s',
    async (answer) => {
      const to = `${key}@demo.example`;
      smtp.refuseAddress(to, answer);
      await expect(send(to, 'Zoe')).rejects.toMatchObject({ name: 'PermanentError' });
      expect(smtp.rejectedTo(to)).toBe(1);
    },
  );

  it.each([
    '554 5.7.1 Relay access denied',
    '550 5.7.1 Client host blocked',
    '530 5.7.0 Authentication required',
    '553 5.1.8 Sender address rejected: Domain not found',
    '552 5.2.2 over quota',
    '554 sandbox: only verified addresses',
    '550 relay not permitted',
    '503 bad sequence of commands',
  ])('for a reason that concerns all mails, or is unclear, fails for a retry, after every command: %s', async (answer) => {
    const to = `${key}@demo.example`;
    smtp.refuseAddress(to, answer);
    await expect(send(to, 'Zoe')).rejects.not.toMatchObject({ name: 'PermanentError' });
    expect(smtp.rejectedTo(to)).toBe(1);
    smtp.refuseAddress(to);
    smtp.refuse(answer);
    await expect(send(to, 'Zoe')).rejects.not.toMatchObject({ name: 'PermanentError' });
    await send(to, 'Zoe');
    expect(smtp.countTo(to)).toBe(1);
  });

  it('because of its recipient fails permanently with 550, and for a retry with 450', async () => {
    const to = `${key}@demo.example`;
    smtp.refuseAddress(to, 450);
    await expect(send(to, 'Zoe')).rejects.not.toMatchObject({ name: 'PermanentError' });
    smtp.refuseAddress(to, 550);
    await expect(send(to, 'Zoe')).rejects.toMatchObject({ name: 'PermanentError' });
    smtp.refuseAddress(to);
    await send(to, 'Zoe');
    expect(smtp.countTo(to)).toBe(1);
  });

  it.each([503, 550])(
    'because of its sender fails for a retry, also with %d: this concerns all mails, and the operator can mend it',
    async (code) => {
      smtp.refuseSender(code);
      await expect(send('sender@demo.example', 'Zoe')).rejects.not.toMatchObject({ name: 'PermanentError' });
      await send('sender@demo.example', 'Zoe');
    },
  );

  it('because the server refuses the login fails for a retry', async () => {
    const strict = await testSmtp({ refusesLogins: true });
    const other = mailTo(strict.env.SMTP_URL.replace('smtp://', 'smtp://user:wrong@'));
    await expect(send('login@demo.example', 'Zoe', other)).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    other.onApplicationShutdown();
    await strict.close();
    await send('login@demo.example', 'Zoe');
  });

  it('because it is unreachable fails for a retry by its job', async () => {
    const nowhere = mailTo('smtp://127.0.0.1:1');
    await expect(send('zoe@demo.example', 'Zoe', nowhere)).rejects.toThrow(/ECONNREFUSED/);
    expect(await rows()).toEqual([]);
    nowhere.onApplicationShutdown();
  });
});

describe('an installation without SMTP', () => {
  it('logs a clear message for its operator', async () => {
    const unconfigured = mailTo(undefined);
    expect(() => unconfigured.checkConfigured()).toThrow('its operator must configure SMTP');
    await expect(send('zoe@demo.example', 'Zoe', unconfigured)).rejects.toMatchObject({ status: 400 });
  });
});
