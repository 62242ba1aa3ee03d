import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import { joinBigBlueButtonCall } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { TestInstallation } from './test-installation.js';

const joined: string[] = [];

/** Knows one token. */
@Controller()
class CallsStub {
  @Serves(joinBigBlueButtonCall)
  async joinBigBlueButtonCall({ params }: CallOf<typeof joinBigBlueButtonCall>) {
    if (params.token !== 'the-token') throw apiErrors.bigBlueButtonLinkInvalid();
    joined.push(params.fullName);
    return { url: 'https://bbb.example.com/bigbluebutton/api/join?meetingID=a&checksum="b' };
  }
}

@Module({ controllers: [CallsStub] })
class CallsStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('organization', CallsStubModule);
  gateway = await installation.gateway([]);
});
afterAll(() => installation.close());

async function page(token: string, name?: string) {
  const form = name === undefined ? {} : { method: 'POST', body: new URLSearchParams({ full_name: name }) };
  const answer = await fetch(`${gateway.url}/calls/bigbluebutton/join?bigbluebutton=${token}`, form);
  return { status: answer.status, text: await answer.text() };
}

it('the page of a video call asks for a name, and joins with its button only', async () => {
  const asked = await page('the-token');
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('<input id="full_name" name="full_name"');
  expect(joined).toEqual([]);
  const { status, text } = await page('the-token', 'Zoe');
  expect([status, joined]).toEqual([200, ['Zoe']]);
  expect(text).toContain('<a href="https://bbb.example.com/bigbluebutton/api/join?meetingID=a&#38;checksum=&#34;b" rel="noreferrer">');
});

it('says why a call cannot be joined, and keeps the name', async () => {
  const { status, text } = await page('another', '<b>Zoe');
  expect(status).toBe(400);
  expect(text).toContain('<p role="alert">The link of this call is invalid or has expired.</p>');
  expect(text).toContain('value="&#60;b&#62;Zoe"');
});
