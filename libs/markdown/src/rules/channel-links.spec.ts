import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '../render-message.js';

const context = {
  channels: [
    { id: 9, name: 'big talk' },
    { id: 4, name: 'a>b' },
    { id: 5, name: 'é.(1)' },
  ],
};
const html = (source: string) => renderMessage(source, context).html;

describe('a channel link', () => {
  it.each([
    ['to a channel', '#**big talk**', '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-big-talk">#big talk</a>'],
    ['in any case', '#**Big Talk**', '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-big-talk">#big talk</a>'],
    [
      'with a name that must be encoded',
      '#**é.(1)**',
      '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-.C3.A9.2E.281.29">#é.(1)</a>',
    ],
    [
      'to a channel with the topic mark in its name',
      '#**a>b**',
      '<a class="stream" data-stream-id="4" href="/#narrow/channel/4-a.3Eb">#a&gt;b</a>',
    ],
    [
      'to a topic',
      '#**big talk>what. now?**',
      '<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-big-talk/topic/what.2E.20now.3F">#big talk &gt; what. now?</a>',
    ],
    [
      'to the topic without a name',
      '#**big talk>**',
      '<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-big-talk/topic/">#big talk &gt; <em>general chat</em></a>',
    ],
    [
      'to a message',
      '#**big talk>x@12**',
      '<a class="message-link" href="/#narrow/channel/9-big-talk/topic/x/near/12">#big talk &gt; x @ 💬</a>',
    ],
    ['to no channel we know', '#**nope**', '#<strong>nope</strong>'],
    ['to a topic of no channel we know', '#**nope>x**', '#<strong>nope&gt;x</strong>'],
    ['in a link, where it stays text', '[#**big talk**](http://a.b)', '<a href="http://a.b">#<strong>big talk</strong></a>'],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
  });

  it('does not count as a link to an address', () => {
    expect(renderMessage('#**big talk**', context).hasLink).toBe(false);
  });
});
