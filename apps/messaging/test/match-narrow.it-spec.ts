import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { matchNarrow, type WireNarrow } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const setting = () => suite.channelOfTwo();

const match = async (by: UserRow, msg_ids: readonly number[], narrow: WireNarrow, fields: Record<string, unknown> = {}) =>
  (await suite.call(matchNarrow, by.caller, { msg_ids, narrow, ...fields })).messages;

describe('messages that match a narrow', () => {
  it('are returned with their highlighted matches', async () => {
    const { ann, bob, channel } = await setting();
    const fox = await suite.sendToChannel(ann, channel, { topic: 'a fox', content: 'two foxes' });
    const wolf = await suite.sendToChannel(ann, channel, { topic: '', content: 'wolf' });
    const direct = await suite.sendDirect(ann, [bob], { content: 'fox & co' });
    const unasked = await suite.sendDirect(ann, [bob], { content: 'fox' });
    const found = await match(bob, [direct, fox, wolf], [['search', 'fox']]);
    expect(found).toEqual({
      [fox]: { match_content: '<p>two <span class="highlight">foxes</span></p>', match_subject: 'a <span class="highlight">fox</span>' },
      [direct]: { match_content: '<p><span class="highlight">fox</span> &amp; co</p>', match_subject: '' },
    });
    expect(found).not.toHaveProperty(String(unasked));
    const topic = { match_content: '<p>wolf</p>', match_subject: 'general chat' };
    expect(await match(bob, [fox, wolf], [['topic', '']])).toEqual({ [wolf]: topic });
    expect(await match(bob, [wolf], [['topic', '']], { allow_empty_topic_name: true })).toEqual({
      [wolf]: { ...topic, match_subject: '' },
    });
  });

  it('are those of GET /messages: received, or readable in a channel', async () => {
    const { organization, ann, channel } = await setting();
    const late = await suite.rows.user(organization);
    const id = await suite.sendToChannel(ann, channel, { content: 'fox' });
    expect(await match(late, [id], [['search', 'fox']])).toEqual({});
    expect(
      Object.keys(
        await match(
          late,
          [id],
          [
            ['channel', channel.name],
            ['search', 'fox'],
          ],
        ),
      ),
    ).toEqual([String(id)]);
    expect(await match(ann, [], [['search', 'fox']])).toEqual({});
  });

  it('do not include messages that the caller may not see', async () => {
    const { ann, bob, channel } = await setting();
    const stranger = (await setting()).bob;
    const ids = [await suite.sendDirect(ann, [ann], { content: 'fox' }), await suite.sendToChannel(ann, channel, { content: 'fox' }), 9e15];
    expect(await match(bob, ids, [['search', 'fox']])).toHaveProperty(String(ids[1]));
    expect(Object.keys(await match(bob, ids, []))).toEqual([String(ids[1])]);
    expect(await match(stranger, ids, [])).toEqual({});
  });

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ msg_ids: [1] }, { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'narrow' argument" }],
    [{ narrow: [] }, { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'msg_ids' argument" }],
    [{ narrow: [], msg_ids: ['x'] }, { msg: 'msg_ids[0] is not an integer' }],
    [{ narrow: [], msg_ids: Array.from({ length: 5001 }, () => 1) }, { msg: 'msg_ids is too large' }],
    [{ msg_ids: [1], narrow: [['is', 'shiny']] }, { code: 'BAD_NARROW' }],
  ])('are refused for %j', async (fields, fault) => {
    const { bob } = await setting();
    expect(await suite.refusal(suite.call(matchNarrow, bob.caller, fields))).toMatchObject(fault);
  });
});
