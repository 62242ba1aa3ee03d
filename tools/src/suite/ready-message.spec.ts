import { expect, it } from '@jest/globals';
import { readyMessage } from './ready-message.js';

it('the ready message prints the address of the job board without its password, and the password next to it', () => {
  const demo = { base_url: 'http://127.0.0.1:9991', organizations: [] };
  const jobBoard = { url: 'http://127.0.0.1:20001/jobs', user: 'operator', password: 'opens-the-board' };
  const lines = readyMessage(demo, {
    demoFile: '/x/demo.json',
    mailboxUrl: undefined,
    jobBoard,
    prometheusUrl: 'http://127.0.0.1:20002',
  }).split('\n');
  expect(lines).toContain('  job queues     http://127.0.0.1:20001/jobs');
  expect(lines).toContain('                 user operator, password opens-the-board');
  expect(lines).toContain('  Prometheus     http://127.0.0.1:20002/alerts');
  expect(lines.join('\n')).not.toMatch(/\/\/[^/\s]*@/);
});
