import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import { confirmEmailChange } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { TestInstallation } from './test-installation.js';

const confirmed: string[] = [];

/** Knows one key. */
@Controller()
class ConfirmationStub {
  @Serves(confirmEmailChange)
  async confirmEmailChange({ params }: CallOf<typeof confirmEmailChange>) {
    if (params.key !== 'the-key') throw apiErrors.confirmationInvalid();
    confirmed.push(params.key);
    return { email: 'zoe@demo.example' };
  }
}

@Module({ controllers: [ConfirmationStub] })
class ConfirmationStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('organization', ConfirmationStubModule);
  gateway = await installation.gateway([]);
});
afterAll(() => installation.close());

async function page(method: string, key: string) {
  const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : undefined;
  const answer = await fetch(`${gateway.url}/accounts/confirm_new_email/${key}`, { method, ...(headers && { headers }) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('the page behind the link in the mail', () => {
  it('asks, and confirms nothing when it is opened', async () => {
    const { status, text, headers } = await page('GET', 'the-key');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<form method="post"><button>Confirm</button></form>');
    expect(confirmed).toEqual([]);
  });

  it('confirms with its button', async () => {
    const { status, text } = await page('POST', 'the-key');
    expect([status, confirmed]).toEqual([200, ['the-key']]);
    expect(text).toContain('Your new email address is confirmed.');
  });

  it('explains why the link cannot be used', async () => {
    const { status, text } = await page('POST', 'another-key');
    expect(status).toBe(400);
    expect(text).toContain('This confirmation link is invalid or has expired.');
  });

  it('runs nothing, is not cached, and does not reveal its address to other sites', async () => {
    for (const method of ['GET', 'POST']) {
      const { headers } = await page(method, 'the-key');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('accepts only small HTML forms', async () => {
    const send = (type: string, body: string) =>
      fetch(`${gateway.url}/accounts/confirm_new_email/x`, { method: 'POST', headers: { 'content-type': type }, body });
    const answers = [await send('application/json', '{}'), await send('application/x-www-form-urlencoded', 'a='.padEnd(20_000, 'a'))];
    expect(answers.map(({ status }) => status)).toEqual([415, 413]);
    for (const answer of answers) expect(await answer.text()).toContain('role="alert"');
  });

  it('does not show input', async () => {
    const { text } = await page('GET', encodeURIComponent('<script>alert(1)</script>'));
    expect(text).not.toContain('alert(1)');
  });
});
