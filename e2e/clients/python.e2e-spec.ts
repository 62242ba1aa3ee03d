import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { Compatibility } from './compatibility.js';
import { pythonWith, ZULIP_VERSION } from './python-client.js';
import { fileAt, runScript } from './run-script.js';

const told = z.object({ call: z.string(), result: z.string(), msg: z.string() });
const EVENTS = [
  'message',
  'update_message',
  'reaction add',
  'reaction remove',
  'update_message_flags add',
  'typing start',
  'delete_message',
] as const;
const REFUSED = {
  // Parley has no mail gateway, so its channels have no mail addresses.
  get_stream_email_address: 'Not found',
  // Groups are deactivated, for which the package has no method.
  remove_user_group: 'Method Not Allowed',
};

let python: string | undefined;
beforeAll(async () => {
  python = await pythonWith('zulip');
}, 120_000);
afterAll(() => closeConnections());

describe('the Python package zulip', () => {
  it('makes every call it has, and a second client hears of it by events', async () => {
    if (python === undefined) return;
    const world = new World();
    const people = [await world.newcomer(), await world.newcomer(), world.administrator, world.bot];
    const run = await runScript(python, [fileAt('e2e/clients/python/tour.py')], {
      environment: {
        TOUR_SITE: world.baseUrl,
        TOUR_CHANNEL: world.fresh('python'),
        TOUR_PEOPLE: JSON.stringify(people),
        TOUR_NEWCOMER: `${world.fresh('python').replaceAll(' ', '-')}@demo.example`,
        TOUR_PICTURE: Buffer.from(GREEN_PIXEL).toString('base64'),
        TOUR_EVENTS: JSON.stringify(EVENTS),
      },
    });
    expect({ exitCode: run.exitCode, errors: run.errors }).toEqual({ exitCode: 0, errors: '' });
    const compatibility = new Compatibility('python', `zulip ${ZULIP_VERSION}`);
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
