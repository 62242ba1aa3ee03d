import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig, Runtime } from '@parley/runtime';
import { TEST_CALLER_SECRET, type TestSmtp, testSmtp } from '@parley/testing';
import { Mail } from '../src/mail.js';
import { mailTemplate } from '../src/mail-template.js';

const greeting = mailTemplate<{ name: string }>({
  name: 'greeting',
  subject: ({ name }) => `Hello ${name}`,
  text: ({ name }) => `Dear ${name},\n\nthis line is so long that a mail server would have to break it somewhere: ${'x'.repeat(100)}\n`,
});

const runtime = new Runtime(
  'tests',
  loadConfig('commandLine', { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' }),
);
let smtp: TestSmtp;
let mail: Mail;

beforeAll(async () => {
  smtp = await testSmtp();
  mail = new Mail({ smtpUrl: smtp.env.SMTP_URL, from: 'Parley <noreply@demo.example>' }, runtime);
});
afterAll(async () => {
  mail.onApplicationShutdown();
  await smtp.close();
});

describe('a mail', () => {
  it('says over SMTP what its template says', async () => {
    await mail.send(greeting, 'zoe@demo.example', { name: 'Zoë Ångström' });
    expect(await smtp.next('zoe@demo.example')).toEqual({
      from: 'noreply@demo.example',
      to: ['zoe@demo.example'],
      subject: 'Hello Zoë Ångström',
      text: `Dear Zoë Ångström,\n\nthis line is so long that a mail server would have to break it somewhere: ${'x'.repeat(100)}\n`,
    });
  });

  it('goes to one address, whatever the values hold', async () => {
    await mail.send(greeting, 'amir@demo.example', { name: 'A\r\nBcc: spy@demo.example' });
    expect(await smtp.next('amir@demo.example')).toMatchObject({ to: ['amir@demo.example'] });
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('spy@demo.example');
  });

  it('that the server does not take fails, for its job to try again', async () => {
    const nowhere = new Mail({ smtpUrl: 'smtp://127.0.0.1:1', from: 'noreply@demo.example' }, runtime);
    await expect(nowhere.send(greeting, 'zoe@demo.example', { name: 'Zoe' })).rejects.toThrow(/ECONNREFUSED/);
    nowhere.onApplicationShutdown();
  });

  it('of an installation without SMTP is refused in words for its operator', async () => {
    const unconfigured = new Mail({ smtpUrl: undefined, from: 'noreply@demo.example' }, runtime);
    expect(() => unconfigured.checkConfigured()).toThrow('its operator must configure SMTP');
    await expect(unconfigured.send(greeting, 'zoe@demo.example', { name: 'Zoe' })).rejects.toMatchObject({ status: 400 });
  });
});
