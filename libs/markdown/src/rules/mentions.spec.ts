import { describe, expect, it } from '@jest/globals';
import { referencedNames } from '../referenced-names.js';
import type { RenderContext } from '../render-context.js';
import { renderMessage } from '../render-message.js';

const context: RenderContext = {
  users: [
    { id: 7, name: 'King Hamlet' },
    { id: 12, name: 'Twin' },
    { id: 9, name: 'Twin' },
    { id: 5, name: 'A <b>' },
    { id: 8, name: 'all' },
  ],
  groups: [{ id: 3, name: 'support' }],
};
const html = (source: string) => renderMessage(source, context).html;
const user = (id: number, name: string) => `<span class="user-mention" data-user-id="${id}">@${name}</span>`;
const silentUser = (id: number, name: string) => `<span class="user-mention silent" data-user-id="${id}">${name}</span>`;
const wildcard = (name: string) => `<span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span>`;

describe('a mention', () => {
  it.each([
    ['of a user', '@**King Hamlet**', user(7, 'King Hamlet')],
    ['of a user by name and id', '@**King Hamlet|7**', user(7, 'King Hamlet')],
    ['of a user by id', '@**|7**', user(7, 'King Hamlet')],
    ['in any case, shown as the name is written', '@**king hamlet**', user(7, 'King Hamlet')],
    ['of one of two by id', '@**Twin|12**', user(12, 'Twin')],
    ['of two by name means the older', '@**Twin**', user(9, 'Twin')],
    ['of a user, silent', '@_**King Hamlet**', silentUser(7, 'King Hamlet')],
    ['of a user, silent, by id', '@_**King Hamlet|7**', silentUser(7, 'King Hamlet')],
    ['escapes the name', '@**A <b>**', user(5, 'A &lt;b&gt;')],
    ['of a group', '@*support*', '<span class="user-group-mention" data-user-group-id="3">@support</span>'],
    ['of a group, silent', '@_*support*', '<span class="user-group-mention silent" data-user-group-id="3">support</span>'],
    ['of all', '@**all**', wildcard('all')],
    ['of everyone', '@**everyone**', wildcard('everyone')],
    ['of the channel', '@**channel**', wildcard('channel')],
    ['of the stream', '@**stream**', wildcard('stream')],
    ['of all, silent', '@_**all**', '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span>'],
    ['of the topic', '@**topic**', '<span class="topic-mention">@topic</span>'],
    ['of the topic, silent', '@_**topic**', '<span class="topic-mention silent">topic</span>'],
    ['in bold, after a space', '**hi @**King Hamlet****', `<strong>hi ${user(7, 'King Hamlet')}</strong>`],
    ['of a person who is called as a wildcard is, by id', '@**all|8**', user(8, 'all')],
    ['of a person who is called as a wildcard is, by id alone', '@**|8**', user(8, 'all')],
    ['in brackets', '(@**King Hamlet**)', `(${user(7, 'King Hamlet')})`],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    ['of an unknown user', '@**Nobody**', '@<strong>Nobody</strong>'],
    ['whose name and id differ', '@**King Hamlet|9**', '@<strong>King Hamlet|9</strong>'],
    ['of an unknown group', '@*nobody*', '@<em>nobody</em>'],
    ['of a group as a user', '@**support**', '@<strong>support</strong>'],
    ['of a wildcard with an id that the name does not have', '@**all|7**', '@<strong>all|7</strong>'],
    ['directly after a backslash', '\\@**King Hamlet**', '\\@<strong>King Hamlet</strong>'],
    ['directly after a star', '*@**King Hamlet***', '<em>@<strong>King Hamlet</strong></em>'],
    ['directly after two stars', '**@**King Hamlet****', '<strong>@<strong>King Hamlet</strong></strong>'],
    ['directly after tildes', '~~@**King Hamlet**~~', '<del>@<strong>King Hamlet</strong></del>'],
    ['directly after a bar', '|@**King Hamlet**', '|@<strong>King Hamlet</strong>'],
    ['of all directly after a backslash', '\\@**all**', '\\@<strong>all</strong>'],
    ['of a group directly after a bar', '|@*support*', '|@<em>support</em>'],
    ['within a word', 'me@**King Hamlet**', 'me@<strong>King Hamlet</strong>'],
    ['in code', '`@**all**`', '<code>@**all**</code>'],
    ['unclosed', '@**King Hamlet', '@**King Hamlet'],
  ])('%s stays text', (_, source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
    expect(renderMessage(source, context)).toMatchObject({ mentionedUserIds: [], mentionedGroupIds: [], channelWildcard: false });
  });
});

describe('a mention in a table', () => {
  it('begins a cell', () => {
    expect(renderMessage('a|b\n-|-\n|@**King Hamlet**|c|', context).mentionedUserIds).toEqual([7]);
    expect(referencedNames('a|b\n-|-\n|@**King Hamlet**|c|').userNames).toEqual(['King Hamlet']);
  });
});

describe('notified users and groups', () => {
  const none = { mentionedUserIds: [], mentionedGroupIds: [], channelWildcard: false, topicWildcard: false };

  it('are listed once each', () => {
    expect(renderMessage('@**King Hamlet** @**|7** @**Twin|12** @*support* @*support*', context)).toMatchObject({
      ...none,
      mentionedUserIds: [7, 12],
      mentionedGroupIds: [3],
    });
  });

  it.each([
    ['@**all**', { ...none, channelWildcard: true }],
    ['@**topic**', { ...none, topicWildcard: true }],
    ['@_**all** @_**topic** @_**King Hamlet** @_*support*', none],
    ['`@**all** @**King Hamlet**`', none],
    ['```\n@**all** @**King Hamlet**\n```', none],
    ['```spoiler x\n@**King Hamlet**\n```', { ...none, mentionedUserIds: [7] }],
  ])('%j', (source, expected) => {
    expect(renderMessage(source, context)).toMatchObject(expected);
  });

  it.each([
    ['a quote', '> @**King Hamlet** @**all** @*support* @**topic**'],
    ['a quote fence', '```quote\n@**King Hamlet** @**all** @*support* @**topic**\n```'],
    ['a list in a quote', '> - @**King Hamlet** @**all** @*support* @**topic**'],
    ['a quote in a list', '- > @**King Hamlet** @**all** @*support* @**topic**'],
    ['a spoiler in a quote', '~~~quote\n```spoiler\n@**King Hamlet** @**all** @*support* @**topic**\n```\n~~~'],
  ])('include no one for %s, where mentions are silent', (_, source) => {
    const rendered = renderMessage(source, context);
    expect(rendered).toMatchObject(none);
    expect(rendered.html).toContain(silentUser(7, 'King Hamlet'));
    expect(rendered.html).not.toContain('@');
  });

  it('include those that the author mentions after a quote', () => {
    expect(renderMessage('> @**King Hamlet**\n\n@**Twin|9**', context).mentionedUserIds).toEqual([9]);
  });
});
