import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { baseVariables, checkOperator, loadConfig, operatorVariables, storeVariables } from '@parley/runtime';
import { expectSoon, TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { Jobs, JobsBoardModule, JobsModule, job } from '../src/index.js';
import { JobQueues } from '../src/job-queues.js';

const USER = 'operator';
const PASSWORD = 'as long as a password must be';
const deliver = { ...job('tests-deliver', z.object({ organizationId: z.int(), to: z.string(), token: z.string() })), attempts: 1 };
const tidy = job('tests-tidy', z.object({ token: z.string() }));

@Module({ imports: [JobsModule.forRoot(), JobsBoardModule] })
class BoardApp {}
const boardConfig = z.object({ ...baseVariables, ...storeVariables, ...operatorVariables }).check(checkOperator);

let suite: TestSuite;
type Service = Awaited<ReturnType<TestSuite['start']>>;
let shown: Service;
let off: Service;

beforeAll(async () => {
  suite = await TestSuite.open();
  shown = await suite.start('invitations', BoardApp, boardConfig, {
    OPERATOR_USER: USER,
    OPERATOR_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
  });
  off = await suite.start('invitations', BoardApp, boardConfig);
  const jobs = shown.app.get(Jobs);
  jobs.handle(deliver, async ({ to, token }) => {
    throw new Error(`550 <${to}> does not want ${token}`);
  });
  await jobs.enqueue(deliver, { organizationId: 7, to: 'ann@acme.example', token: 'f00d-cafe' }, 'mail-1');
  await jobs.schedule(tidy, { token: 'beef-babe' }, 3_600_000);
  jobs.handle(tidy, async () => undefined);
  await expectSoon(async () => (await shown.app.get(JobQueues).of(deliver.name).getFailedCount()) === 1, true);
}, 60_000);
afterAll(() => suite.close());

describe('the job board', () => {
  it("is served on the management port, with the operator's login", async () => {
    const page = await look('/jobs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text.html/)]);
    const html = await page.text();
    expect(html).toContain('<base href="/jobs/" />');
    const [script] = /static\/js\/main\.[^"]+/.exec(html) ?? [];
    expect((await look(`/jobs/${script}`)).status).toBe(200);
  });

  it.each([
    ['nobody', undefined],
    ['another user', basic('root', PASSWORD)],
    ['another password', basic(USER, 'guess')],
    ['no password', basic(USER, '')],
    ['another scheme', 'Bearer x'],
    ['nonsense', 'Basic \u00e9'],
  ])('is closed for %s, including its images and its data', async (_, authorization) => {
    for (const path of ['/jobs', '/jobs/', '/jobs/api/queues', '/jobs/static/images/logo.svg', '/jobs/queue/tests-deliver']) {
      const answer = await look(path, authorization === undefined ? {} : { authorization });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(await answer.text()).not.toContain('tests-');
    }
  });

  it('shows the queues of all services, including dead jobs', async () => {
    const { queues } = await json('/jobs/api/queues?activeQueue=tests-deliver&status=failed&page=1&jobsPerPage=10');
    expect(queues.map(({ name, counts }: { name: string; counts: { failed: number } }) => [name, counts.failed])).toEqual([
      ['tests-deliver', 1],
      ['tests-tidy', 0],
    ]);
    expect(queues[0].jobs).toEqual([expect.objectContaining({ id: 'mail-1', attempts: 1, isFailed: true })]);
  });

  it('shows no addresses or keys on any page', async () => {
    const looks = [
      '/jobs/api/queues?activeQueue=tests-deliver&page=1&jobsPerPage=10',
      '/jobs/api/queues?activeQueue=tests-tidy&page=1&jobsPerPage=10',
      '/jobs/api/queues/tests-deliver/mail-1',
      '/jobs/api/queues/tests-deliver/mail-1/logs',
      '/jobs/api/queues/tests-deliver/mail-1/flow',
      '/jobs/api/job-schedulers',
    ];
    const answers = await Promise.all(looks.map(async (path) => JSON.stringify(await json(path))));
    for (const answer of answers) expect(answer).not.toMatch(/ann@acme|f00d|beef/);
    expect(JSON.parse(answers[2] ?? '')).toMatchObject({
      job: {
        data: { organizationId: 7, to: '(hidden)', token: '(hidden)' },
        failedReason: '550 <(hidden)> does not want (hidden)',
        stacktrace: [expect.stringContaining('(hidden)')],
      },
    });
    expect(answers[5]).toContain('"token":"(hidden)"');
  });

  it('changes nothing on any request', async () => {
    for (const [method, path] of [
      ['PUT', '/jobs/api/queues/tests-deliver/mail-1/retry'],
      ['PUT', '/jobs/api/queues/tests-deliver/obliterate'],
      ['PUT', '/jobs/api/queues/pause'],
      ['POST', '/jobs/api/queues/tests-deliver/add'],
      ['PATCH', '/jobs/api/queues/tests-deliver/mail-1/update-data'],
    ] as const) {
      expect([path, (await look(path, undefined, method)).status]).toEqual([path, 405]);
    }
    expect(await shown.app.get(JobQueues).of(deliver.name).getFailedCount()).toBe(1);
  });

  it('loads nothing from other hosts and is not cached', async () => {
    const { headers } = await look('/jobs');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self';.*frame-ancestors 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('leaves health and metrics unchanged', async () => {
    expect((await fetch(`${shown.managementUrl}/health/live`)).status).toBe(200);
    expect(await (await fetch(`${shown.managementUrl}/metrics`)).text()).toContain('parley_dead_jobs{job="tests-deliver"');
  });
});

describe("without an operator's login in the environment", () => {
  it('there is no board, and the page says so', async () => {
    const answer = await fetch(`${off.managementUrl}/jobs`, { headers: { authorization: basic('', '') } });
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('set OPERATOR_USER and OPERATOR_PASSWORD')]);
  });

  it.each([
    [{ OPERATOR_USER: USER }, 'OPERATOR_PASSWORD: is not set'],
    [{ OPERATOR_PASSWORD: PASSWORD }, 'OPERATOR_USER: is not set'],
    [{ OPERATOR_USER: USER, OPERATOR_PASSWORD: 'short' }, 'OPERATOR_PASSWORD: must have at least 16 characters'],
    [{ OPERATOR_USER: 'a:b', OPERATOR_PASSWORD: PASSWORD }, 'OPERATOR_USER: must hold no colon'],
  ])('an incomplete or weak login stops the process: %j', (given, fault) => {
    expect(() => configWith(given)).toThrow(fault);
  });
});

function configWith(given: Readonly<Record<string, string>>) {
  return loadConfig(boardConfig, { ...suite.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent', ...given });
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function look(path: string, headers: Record<string, string> = { authorization: basic(USER, PASSWORD) }, method = 'GET'): Promise<Response> {
  return fetch(`${shown.managementUrl}${path}`, { headers, method });
}

async function json(path: string) {
  const answer = await look(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}
