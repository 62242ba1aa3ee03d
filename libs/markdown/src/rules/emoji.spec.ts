import { describe, expect, it } from '@jest/globals';
import type { RenderContext } from '../render-context.js';
import { renderMessage } from '../render-message.js';

const context: RenderContext = {
  customEmoji: [
    { id: '1', name: 'green_tick', imageUrl: '/user_avatars/1/emoji/images/1.png' },
    { id: '2', name: 'heart', imageUrl: '/user_avatars/1/emoji/images/2.png' },
  ],
};
const unicode = (name: string, code: string) => {
  const title = name.replaceAll('_', ' ');
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`;
};
const image = (name: string, source: string) => `<img alt=":${name}:" class="emoji" src="${source}" title="${name.replaceAll('_', ' ')}">`;

describe('an emoji', () => {
  it.each([
    ['by name', ':tada:', unicode('tada', '1f389')],
    ['by another name', ':thumbs_up:', unicode('thumbs_up', '1f44d')],
    ['by a name with signs', ':+1: :-1:', `${unicode('+1', '1f44d')} ${unicode('-1', '1f44e')}`],
    ['as a character', '🎉', unicode('tada', '1f389')],
    ['as a character with a variation selector', '❤️', unicode('heart', '2764')],
    ['as a sequence', '👨‍👩‍👧', unicode('family_man_woman_girl', '1f468-200d-1f469-200d-1f467')],
    ['as a keycap', '#️⃣', unicode('hash', '0023-20e3')],
    ['as a flag', '🇫🇷', unicode('fr', '1f1eb-1f1f7')],
    ['within a word', 'a🎉b', `a${unicode('tada', '1f389')}b`],
    ['side by side', ':tada::tada:', unicode('tada', '1f389').repeat(2)],
    ['in a named link', '[🎉](http://a.b)', `<a href="http://a.b">${unicode('tada', '1f389')}</a>`],
    ['of the extra kind', ':zulip:', image('zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png')],
    ['no one knows', ':nope: a:zz:c', ':nope: a:zz:c'],
    ['in code', '`:tada: 🎉`', '<code>:tada: 🎉</code>'],
  ])('%s', (_, source, expected) => {
    expect(renderMessage(source, {}).html).toBe(`<p>${expected}</p>`);
  });

  it("of the organization's own comes before all others", () => {
    expect(renderMessage(':green_tick: :heart:', context).html).toBe(
      `<p>${image('green_tick', '/user_avatars/1/emoji/images/1.png')} ${image('heart', '/user_avatars/1/emoji/images/2.png')}</p>`,
    );
  });
});

describe('emoticons', () => {
  const html = (source: string) => renderMessage(source, { translateEmoticons: true }).html;

  it('stay text unless the sender asked for them', () => {
    expect(renderMessage(':) <3', {}).html).toBe('<p>:) &lt;3</p>');
  });

  it.each([
    [':)', unicode('smile', '1f642')],
    ['hi :) there', `hi ${unicode('smile', '1f642')} there`],
    ['oh :(!', `oh ${unicode('frown', '1f641')}!`],
    ['<3', unicode('heart', '2764')],
    [';) :D', `${unicode('wink', '1f609')} ${unicode('grinning', '1f600')}`],
    ['a:) (:)', 'a:) (:)'],
    ['http://a.b:/', '<a href="http://a.b">http://a.b</a>:/'],
    ['`:)`', '<code>:)</code>'],
  ])('%j', (source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
  });
});
