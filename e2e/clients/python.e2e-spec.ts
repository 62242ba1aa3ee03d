import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { Compatibility } from './compatibility.js';
import { pythonWithClient } from './python-client.js';
import { fileAt, runScript } from './run-script.js';

const told = z.object({ call: z.string(), result: z.string(), msg: z.string() });
const EVENTS = ['message', 'update_message', 'reaction add', 'reaction remove', 'update_message_flags add', 'typing start'] as const;
/** Parley has no mail gateway, so its channels have no mail addresses. */
const REFUSED = { get_stream_email_address: 'Not found' };

let python: string | undefined;
beforeAll(async () => {
  python = await pythonWithClient();
}, 120_000);
afterAll(() => closeConnections());

describe('the Python package zulip', () => {
  it('makes every call of its examples, and a second client hears of it by events', async () => {
    if (python === undefined) return;
    const world = new World();
    const people = [await world.newcomer(), await world.newcomer()];
    const run = await runScript(python, [fileAt('e2e/clients/python/tour.py')], {
      environment: {
        TOUR_SITE: world.baseUrl,
        TOUR_CHANNEL: world.fresh('python'),
        TOUR_PEOPLE: JSON.stringify(people),
        TOUR_EVENTS: JSON.stringify(EVENTS),
      },
    });
    expect({ exitCode: run.exitCode, errors: run.errors }).toEqual({ exitCode: 0, errors: '' });
    const compatibility = new Compatibility('python');
    const answers = run.output
      .trim()
      .split('\n')
      .map((line) => told.parse(JSON.parse(line)));
    for (const answer of answers) compatibility.note(answer.call, answer);
    const refused = answers.filter(({ result }) => result !== 'success').map(({ call, msg }) => [call, msg]);
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
    compatibility.expectPageTells();
  });
});
