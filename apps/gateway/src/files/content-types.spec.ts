import { expect, it } from '@jest/globals';
import { deliveryOf } from './content-types.js';

it.each(['page.html', 'page.HTM', 'picture.svg', 'feed.xml', 'code.js', 'style.css', 'page.xhtml', 'noending', '.png', 'a.png.html', ''])(
  '%p is only downloaded',
  (name) => {
    expect(deliveryOf(name)).toEqual({ contentType: 'application/octet-stream', disposition: 'attachment' });
  },
);

it.each([
  ['cat.PNG', 'image/png'],
  ['notes.txt', 'text/plain; charset=utf-8'],
  ['a.html.png', 'image/png'],
])('%p is shown as %p', (name, contentType) => {
  expect(deliveryOf(name)).toEqual({ contentType, disposition: 'inline' });
});
