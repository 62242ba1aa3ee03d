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

it('the ready message says where to open the web app, and as whom', () => {
  const users = [
    { email: 'bot@x', delivery_email: 'bot@x', user_id: 2, is_bot: true, api_key: 'b', password: null },
    { email: 'user7@x', delivery_email: 'ann@example.com', user_id: 7, is_bot: false, api_key: 'k', password: 'one two three' },
  ];
  const demo = { base_url: 'http://127.0.0.1:9991', organizations: [{ string_id: 'demo', host: 'demo.localhost:9991', users }] };
  const jobBoard = { url: 'http://127.0.0.1:20001/jobs', user: 'operator', password: 'opens-the-board' };
  const message = readyMessage(demo, { demoFile: '/x/demo.json', mailboxUrl: undefined, jobBoard, prometheusUrl: undefined });
  expect(message).toContain(`Chat in a browser: open http://127.0.0.1:9991
  email address  ann@example.com
  password       one two three`);
});
