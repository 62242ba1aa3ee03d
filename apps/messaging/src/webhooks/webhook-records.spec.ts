import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { baseConfig, Runtime } from '@parley/runtime';
import { WebhookRecords } from './webhook-records.js';

let logged: unknown[];
let records: WebhookRecords;
beforeEach(() => {
  const runtime = new Runtime(
    'messaging',
    baseConfig.parse({ NATS_URL: 'nats://x', PARLEY_CALLER_SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' }),
  );
  logged = [];
  jest.spyOn(runtime.logger, 'info').mockImplementation((line: unknown) => void logged.push(line));
  records = new WebhookRecords(runtime);
});

describe('unsupported events', () => {
  it('are logged once, with the organization', () => {
    records.noteUnsupported(1, 'github', 'membership');
    records.noteUnsupported(1, 'github', 'membership');
    records.noteUnsupported(2, 'github', 'membership');
    expect(logged).toEqual([{ organizationId: 1, integration: 'github', event: 'membership' }]);
  });

  it('that one organization invents neither fill the log nor keep those of others out of it', () => {
    for (let n = 0; n < 2_000; n += 1) records.noteUnsupported(1, 'github', `invented ${n}`);
    expect(logged).toHaveLength(20);
    records.noteUnsupported(2, 'github', 'membership');
    records.noteUnsupported(1, 'gitlab', 'Other Hook');
    expect(logged.slice(20)).toEqual([
      { organizationId: 2, integration: 'github', event: 'membership' },
      { organizationId: 1, integration: 'gitlab', event: 'Other Hook' },
    ]);
  });
});
