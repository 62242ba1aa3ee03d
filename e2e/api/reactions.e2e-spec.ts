import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import {
  addReaction,
  getEmojiData,
  getMessage,
  getMessages,
  MAX_EMOJI_PER_MESSAGE,
  removeReaction,
  sendMessage,
} from '@parley/contracts/messaging';
import { getMe } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
});
afterAll(() => closeConnections());

async function message(): Promise<number> {
  return (await me.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'reactions', content: 'what do you think' })).id;
}
const reactionsOf = async (actor: typeof me, id: number) => (await actor.ok(getMessage, { message_id: id })).message.reactions;

describe('a reaction', () => {
  it('is added and removed, with events to all users who may see the message', async () => {
    const id = await message();
    const listener = await Listener.begin(colleague, ['reaction']);
    await me.ok(addReaction, { message_id: id, emoji_name: 'tada' });
    expect(await reactionsOf(colleague, id)).toEqual([{ ...TADA, user_id: world.member.user_id }]);
    await me.ok(removeReaction, { message_id: id, ...TADA });
    expect(await reactionsOf(colleague, id)).toEqual([]);
    const reaction = { type: 'reaction', message_id: id, user_id: world.member.user_id, ...TADA };
    expect(await listener.receive(2)).toEqual([
      { ...reaction, op: 'add' },
      { ...reaction, op: 'remove' },
    ]);
  });

  it('contains user names for the terminal client, in events and messages, and for no other client', async () => {
    const id = await message();
    const terminal = { client: 'ZulipTerminal/0.7.0' };
    const listener = await Listener.begin(colleague, ['reaction'], terminal);
    const other = await Listener.begin(colleague, ['reaction']);
    await me.ok(addReaction, { message_id: id, ...TADA });
    const { user_id, email, full_name } = await me.ok(getMe, {});
    const user = { user_id, email, full_name };
    const { message: read } = await colleague.ok(getMessage, { message_id: id, ...terminal });
    expect(read.reactions).toEqual([{ ...TADA, user_id, user }]);
    const range = { anchor: id, num_before: 0, num_after: 0 };
    const { messages } = await colleague.ok(getMessages, { ...range, ...terminal });
    expect(messages.map(({ reactions }) => reactions)).toEqual([[{ ...TADA, user_id, user }]]);
    const { messages: plain } = await colleague.ok(getMessages, range);
    expect(plain.map(({ reactions }) => reactions)).toEqual([[{ ...TADA, user_id }]]);
    await me.ok(removeReaction, { message_id: id, ...TADA });
    expect(await listener.receive(2)).toMatchObject([
      { op: 'add', user_id, user },
      { op: 'remove', user_id, user },
    ]);
    expect((await other.receive(2)).filter((event) => 'user' in event)).toEqual([]);
  });

  it('is refused twice, and can be removed only once', async () => {
    const id = await message();
    await me.ok(addReaction, { message_id: id, ...TADA });
    const again = await me.call(addReaction, { message_id: id, ...TADA });
    expect([again.status, again.body.code, again.body.msg]).toEqual([400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.']);
    await me.ok(removeReaction, { message_id: id, ...TADA });
    const gone = await me.call(removeReaction, { message_id: id, ...TADA });
    expect([gone.status, gone.body.code, gone.body.msg]).toEqual([400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."]);
  });

  it.each([
    [{ emoji_name: 'nothing' }, "Emoji 'nothing' does not exist"],
    [{ ...TADA, emoji_name: 'heart' }, 'Invalid emoji name.'],
    [{ ...TADA, emoji_code: 'zz' }, 'Invalid emoji code.'],
    [{ ...TADA, reaction_type: 'x' }, 'Invalid emoji type.'],
    [{ ...TADA, emoji_code: '1999999999', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
  ])('of %j is refused', async (emoji, msg) => {
    const answer = await me.call(addReaction, { message_id: await message(), ...emoji });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it.each([
    ['dog', '1f415'],
    ['cat', '1f408'],
    ['train', '1f682'],
    ['email', '2709'],
    ['time_ticking', '23f3'],
    ['love', '2764'],
    ['sad', '2639'],
    ['praise', '1f64c'],
    ['family_man,_girl,_boy', '1f468-200d-1f467-200d-1f466'],
  ])('%s under the name of stock clients is accepted, with and without its code', async (emoji_name, emoji_code) => {
    const named = await message();
    await me.ok(addReaction, { message_id: named, emoji_name });
    const coded = await message();
    await me.ok(addReaction, { message_id: coded, emoji_name, emoji_code, reaction_type: 'unicode_emoji' });
    for (const id of [named, coded]) expect(await reactionsOf(colleague, id)).toMatchObject([{ emoji_name, emoji_code }]);
  });

  it('is refused above the limit of emoji for one message', async () => {
    const id = await message();
    const { code_to_names } = await world.anybody(world.host).ok(getEmojiData, {});
    const emoji = Object.entries(code_to_names).slice(0, MAX_EMOJI_PER_MESSAGE + 1);
    const answers = [];
    for (const [emoji_code, [emoji_name]] of emoji) {
      answers.push(await me.call(addReaction, { message_id: id, emoji_name, emoji_code, reaction_type: 'unicode_emoji' }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(MAX_EMOJI_PER_MESSAGE).fill(200), 400]);
    expect(answers.at(-1)?.body.msg).toBe('A message can have at most 100 different emoji as reactions.');
    expect(await reactionsOf(colleague, id)).toHaveLength(MAX_EMOJI_PER_MESSAGE);
  });

  it('is refused for users who may not see the message', async () => {
    const { id } = await me.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: 'between us' });
    for (const endpoint of [addReaction, removeReaction]) {
      const answer = await world.as(world.third).call(endpoint, { message_id: id, ...TADA });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
    }
  });

  it('needs a number in its path', async () => {
    const answer = await me.call(addReaction, { message_id: 'x', ...TADA });
    expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_VARIABLE_INVALID']);
  });
});

describe('the names of emoji', () => {
  it('are public at server_emoji_data_url', async () => {
    const registered = await me.ok(registerQueue, { event_types: [], fetch_event_types: ['realm'] });
    const url = Reflect.get(registered, 'server_emoji_data_url');
    expect(url).toBe(`http://${world.host}/api/v1${getEmojiData.path}`);
    const { code_to_names } = await world.anybody(world.host).ok(getEmojiData, {});
    expect(code_to_names['1f600']).toContain('grinning');
    expect(code_to_names['1f415']?.[0]).toBe('dog');
    expect(code_to_names['2764']?.slice(0, 3)).toEqual(['heart', 'love', 'love_you']);
  });
});
