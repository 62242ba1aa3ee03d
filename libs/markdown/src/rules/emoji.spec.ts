import { describe, expect, it } from '@jest/globals';
import { clientEmojiTable } from '../emoji/client-emoji-table.js';
import { limits } from '../limits.js';
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
const charactersOf = (code: string) => String.fromCodePoint(...code.split('-').map((hex) => Number.parseInt(hex, 16)));
const image = (name: string, source: string) => `<img alt=":${name}:" class="emoji" src="${source}" title="${name.replaceAll('_', ' ')}">`;

describe('an emoji', () => {
  it.each([
    ['by name', ':tada:', unicode('tada', '1f389')],
    ['by another name', ':thumbs_up:', unicode('thumbs_up', '1f44d')],
    ['by a name with signs', ':+1: :-1:', `${unicode('+1', '1f44d')} ${unicode('-1', '1f44e')}`],
    ['as a character', '🎉', unicode('tada', '1f389')],
    ['as a character with a variation selector', '❤️', unicode('heart', '2764')],
    ['as a sequence', '👨‍👩‍👧', unicode('family_man,_woman,_girl', '1f468-200d-1f469-200d-1f467')],
    ['as a keycap', '#️⃣', unicode('hash', '0023-20e3')],
    ['as a flag', '🇫🇷', unicode('flag_france', '1f1eb-1f1f7')],
    [
      'as a character without a variation selector',
      '❤ ☺ ✔',
      `${unicode('heart', '2764')} ${unicode('smiling_face', '263a')} ${unicode('check_mark', '2714')}`,
    ],
    ['as a sequence without a variation selector', '👁\u200d🗨', unicode('eye_speech_bubble', '1f441-200d-1f5e8')],
    ['as a keycap without a variation selector', '1\u20e3', unicode('one', '0031-20e3')],
    ['as a sign of text with a variation selector', '©\ufe0f', unicode('copyright', '00a9')],
    ['as a character that is to be text', '❤\ufe0e', '❤\ufe0e'],
    ['as signs of text', '© ® ™ ℹ ↔ 1 # *', '© ® ™ ℹ ↔ 1 # *'],
    ['as half a flag', '🇫', '🇫'],
    ['as an unknown sequence', '🎉\u200d🐙', `${unicode('tada', '1f389')}\u200d${unicode('octopus', '1f419')}`],
    ['with a skin tone that it does not have', '🎉🏽', `${unicode('tada', '1f389')}🏽`],
    ['with a skin tone', '👍🏽', unicode('+1_tone3', '1f44d-1f3fd')],
    ['within a word', 'a🎉b', `a${unicode('tada', '1f389')}b`],
    ['side by side', ':tada::tada:', unicode('tada', '1f389').repeat(2)],
    ['in a named link', '[🎉](http://a.b)', `<a href="http://a.b">${unicode('tada', '1f389')}</a>`],
    ['by name in a named link', '[:tada:](http://a.b)', `<a href="http://a.b">${unicode('tada', '1f389')}</a>`],
    ['as a digit with a variation selector, which is none', '1\ufe0f a', '1\ufe0f a'],
    ['as a digit with a variation selector, joined to one', '1\ufe0f\u200d🎉', `1\ufe0f\u200d${unicode('tada', '1f389')}`],
    ['of the extra kind', ':zulip:', image('zulip', '/static/generated/emoji/images/emoji/unicode/zulip.png')],
    ['no one knows', ':no_such_name: a:zz:c', ':no_such_name: a:zz:c'],
    [
      'as a flag of a part of a country',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      unicode('flag_england', '1f3f4-e0067-e0062-e0065-e006e-e0067-e007f'),
    ],
    [
      'as a sequence whose beginning is an emoji',
      '👩\u200d🚀\u200d🐙',
      `${unicode('woman_astronaut', '1f469-200d-1f680')}\u200d${unicode('octopus', '1f419')}`,
    ],
    ['as a long chain, each by itself', Array(12).fill('👨').join('\u200d'), Array(12).fill(unicode('man', '1f468')).join('\u200d')],
    ['by a name without an end', ':tada', ':tada'],
    ['by a name whose end is not in the link', '[a :tada](http://a.b):', '<a href="http://a.b">a :tada</a>:'],
    ['in code', '`:tada: 🎉`', '<code>:tada: 🎉</code>'],
  ])('%s', (_, source, expected) => {
    expect(renderMessage(source, {}).html).toBe(`<p>${expected}</p>`);
  });

  it('is rendered for each name that stock clients know', () => {
    for (const line of clientEmojiTable.trim().split('\n')) {
      const [code = '', ...names] = line.split(' ');
      const drawn = names.map((name) => unicode(name, code)).join(' ');
      expect(renderMessage(names.map((name) => `:${name}:`).join(' '), {}).html).toBe(`<p>${drawn}</p>`);
    }
  });

  it('of stock clients is rendered from its characters without variation selectors, except for text symbols', () => {
    const undrawn = clientEmojiTable
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([code = '', name = '']) => renderMessage(charactersOf(code), {}).html !== `<p>${unicode(name, code)}</p>`);
    expect(undrawn.map(([code = '']) => charactersOf(code)).join(' ')).toBe('© ® ™ ℹ ↔ ↕ ↖ ↗ ↘ ↙ ↩ ↪');
  });

  it('beyond the limit of a message stays its text', () => {
    const [name, characters] = [':tada: '.repeat(limits.emoji), '🎉 '.repeat(limits.emoji)];
    expect(renderMessage(`${name}<b> :+1:`, {}).html.endsWith(' &lt;b&gt; :+1:</p>')).toBe(true);
    expect(renderMessage(`${characters}🎉`, {}).html.endsWith('</span> 🎉</p>')).toBe(true);
  });

  it('of the organization takes precedence over all others', () => {
    expect(renderMessage(':green_tick: :heart:', context).html).toBe(
      `<p>${image('green_tick', '/user_avatars/1/emoji/images/1.png')} ${image('heart', '/user_avatars/1/emoji/images/2.png')}</p>`,
    );
  });
});

describe('emoticons', () => {
  const html = (source: string) => renderMessage(source, { translateEmoticons: true }).html;

  it('stay text unless the sender enabled them', () => {
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
