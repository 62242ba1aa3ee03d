import { describe, expect, it } from '@jest/globals';
import { type Attached, submessageRefusal } from './submessage.policy.js';

const poll: Attached = { first: '{"widget_type":"poll"}', characters: 100, isBySender: true };
const todo: Attached = { ...poll, first: '{"widget_type":"todo"}' };
const none: Attached = { first: null, characters: 0, isBySender: false };
const json = (data: unknown) => ({ msg_type: 'widget', content: JSON.stringify(data) });
const vote = json({ type: 'vote', key: 'canned,0', vote: 1 });
const question = json({ type: 'question', question: 'Lunch?' });
const title = json({ type: 'new_task_list_title', title: 'Move' });

describe('a submessage', () => {
  it.each([
    ['of the author, the first', true, none, json({ widget_type: 'poll' })],
    ['of the author, to a text that is no widget', true, { ...none, first: '{}' }, json({ any: 1 })],
    ['of the author, who changes the question', true, poll, question],
    ['of another user, who votes', false, poll, vote],
  ])('%s, is attached', (_, isAuthor, attached, submessage) => {
    expect(submessageRefusal(isAuthor, attached, submessage)).toBeUndefined();
  });

  it.each([
    ['another user, before the author has attached one', false, none, vote, 'You cannot attach a submessage to this message.'],
    ['another user, who changes the question', false, poll, question, "You can't edit a question unless you are the author."],
    ['another user, who changes the title', false, todo, title, "You can't edit the task list title unless you are the author."],
    ['data that the poll does not know', true, poll, json({ type: 'strike', key: '0,1' }), 'Invalid json for submessage'],
    ['invalid JSON', true, none, { msg_type: 'widget', content: '{' }, 'Invalid json for submessage'],
    ['a text that cannot be stored', true, none, { msg_type: 'widget', content: '"\ud800"' }, 'Invalid json for submessage'],
    ['a type that cannot be stored', true, poll, { ...vote, msg_type: 'a\0' }, 'msg_type has invalid format'],
  ])('is refused: %s', (_, isAuthor, attached, submessage, text) => {
    expect(submessageRefusal(isAuthor, attached, submessage)?.msg).toBe(text);
  });

  it('fits into a million characters, together with the others of its message', () => {
    const withSpace = (space: number) => submessageRefusal(true, { ...poll, characters: 1_000_000 - space }, vote)?.msg;
    expect(withSpace(vote.content.length)).toBeUndefined();
    expect(withSpace(vote.content.length - 1)).toBe('This message cannot hold more submessages.');
  });
});
