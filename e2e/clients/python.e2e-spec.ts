import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages } from '@parley/contracts/messaging';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { answersIn, Compatibility } from './compatibility.js';
import { commandBeside, INSTALL_DEADLINE_MS, pythonWith, ZULIP_VERSION } from './python-client.js';
import { fileAt, runScript } from './run-script.js';

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
  // Groups are deactivated, which the package has no method for.
  remove_user_group: 'Method Not Allowed',
};

let python: string | undefined;
beforeAll(async () => {
  python = await pythonWith('zulip');
}, INSTALL_DEADLINE_MS);
afterAll(() => closeConnections());

describe('zulip-send', () => {
  it('sends to a channel and to users', async () => {
    if (python === undefined) return;
    const world = new World();
    const me = await world.newcomer();
    const channel = await world.channel([me]);
    const environment = { ZULIP_SITE: world.baseUrl, ZULIP_EMAIL: me.email, ZULIP_API_KEY: me.api_key };
    const send = (args: readonly string[]) => runScript(commandBeside(python ?? '', 'zulip-send'), args, { environment });
    const runs = [
      await send(['--stream', channel.name, '--subject', 'castle', '-m', 'Something is rotten']),
      await send([world.colleague.email, '-m', 'Conscience doth make cowards']),
    ];
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const { messages } = await world.as(me).ok(getMessages, { anchor: 'newest', num_before: 2, num_after: 0, apply_markdown: false });
    expect(messages).toMatchObject([
      { type: 'stream', display_recipient: channel.name, subject: 'castle', content: 'Something is rotten' },
      { type: 'private', content: 'Conscience doth make cowards' },
    ]);
  });
});

describe('the Python package zulip', () => {
  it('makes all its calls, and a second client receives the events', async () => {
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
    const answers = answersIn(run.output);
    for (const answer of answers) compatibility.note(answer.call, answer);
    const refused = answers.filter(({ result }) => result !== 'success').map(({ call, msg }) => [call, msg]);
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
    compatibility.expectPageIsCurrent();
  });
});
