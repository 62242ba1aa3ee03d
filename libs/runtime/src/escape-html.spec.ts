import { expect, it } from '@jest/globals';
import { escapeHtml } from './escape-html.js';

it('replaces every character that could end a text or an attribute, and no others', () => {
  expect(escapeHtml(`<b a="x" c='y'>R&D</b> é 1+1`)).toBe('&#60;b a=&#34;x&#34; c=&#39;y&#39;&#62;R&#38;D&#60;/b&#62; é 1+1');
  expect(escapeHtml('')).toBe('');
});
