import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import { renderMessage } from '../render-message.js';

const html = (source: string) => renderMessage(source, {}).html;
const previews = (source: string) => html(source).match(/<div class="message_inline_image.*/g) ?? [];
const image = (address: string, title = '') =>
  `<div class="message_inline_image"><a href="${address}"${title}><img src="${address}"></a></div>`;

describe('a link to a picture', () => {
  it('is followed by its preview, after the paragraph', () => {
    expect(html('see [cat](/user_uploads/1/ab/cat.png) now\n\nnext')).toBe(
      `<p>see <a href="/user_uploads/1/ab/cat.png">cat</a> now</p>\n${image('/user_uploads/1/ab/cat.png', ' title="cat"')}\n<p>next</p>`,
    );
  });

  it.each([
    ['bare', 'https://a.b/c.jpg', [image('https://a.b/c.jpg')]],
    ['with a query', 'https://a.b/c.JPEG?d=e', [image('https://a.b/c.JPEG?d=e')]],
    ['twice the same', 'https://a.b/c.gif https://a.b/c.gif', [image('https://a.b/c.gif')]],
    ['two of them', 'https://a.b/c.gif https://a.b/d.gif', [image('https://a.b/c.gif'), image('https://a.b/d.gif')]],
    ['in a list', '- https://a.b/c.png', [image('https://a.b/c.png')]],
    ['to another file', '[a](/user_uploads/1/ab/cat.pdf)', []],
    ['to a host that looks like one', 'https://a.png', []],
    ['to a folder that looks like one', 'https://a.b/c.png/d', []],
    ['in a quote', '> https://a.b/c.png', []],
    ['in code', '`https://a.b/c.png`', []],
  ])('%s', (_, source, expected) => {
    expect(previews(source)).toEqual(expected);
  });

  it.each([
    ['alone', 'https://a.b/c.jpg', image('https://a.b/c.jpg')],
    ['alone in its paragraph', 'a\n\nhttps://a.b/c.jpg\n\nb', `<p>a</p>\n${image('https://a.b/c.jpg')}\n<p>b</p>`],
    ['alone in a list', '- https://a.b/c.jpg', `<ul>\n<li>\n${image('https://a.b/c.jpg')}\n</li>\n</ul>`],
    ['as an upload', '/user_uploads/1/ab/c.png', '<p>/user_uploads/1/ab/c.png</p>'],
    ['named', '[c](https://a.b/c.jpg)', `<p><a href="https://a.b/c.jpg">c</a></p>\n${image('https://a.b/c.jpg', ' title="c"')}`],
    ['with a word', 'c https://a.b/c.jpg', `<p>c <a href="https://a.b/c.jpg">https://a.b/c.jpg</a></p>\n${image('https://a.b/c.jpg')}`],
  ])('%s displays the picture, and the address if there is other text', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('without other text counts as a link and a picture', () => {
    expect(renderMessage('https://a.b/c.jpg', {})).toMatchObject({ hasLink: true, hasImage: true });
  });

  it('beyond the limit displays its address', () => {
    const source = Array.from({ length: limits.previews + 1 }, (_, number) => `https://a.b/${number}.png`).join('\n\n');
    expect(html(source)).toContain(`<p><a href="https://a.b/${limits.previews}.png">`);
  });

  it('to a video displays the video', () => {
    expect(previews('https://a.b/c.mp4')).toEqual([
      '<div class="message_inline_image message_inline_video"><a href="https://a.b/c.mp4"><video preload="metadata" src="https://a.b/c.mp4"></video></a></div>',
    ]);
  });

  it('has no preview if the organization disabled previews, but counts as a picture', () => {
    const rendered = renderMessage('https://a.b/c.png', { previewMedia: false });
    expect(rendered.html).not.toContain('<img');
    expect(rendered.hasImage).toBe(true);
  });

  it('is previewed only up to the limit per message', () => {
    const source = Array.from({ length: limits.previews + 5 }, (_, number) => `https://a.b/${number}.png`).join('\n\n');
    expect(previews(source)).toHaveLength(limits.previews);
  });
});
