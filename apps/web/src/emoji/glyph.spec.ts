import { expect, it } from '@jest/globals';
import { glyphOf } from './glyph.js';

it.each([
  ['1f389', '🎉'],
  ['2764', '❤️'],
  ['1f1e9-1f1ea', '🇩🇪'],
  ['0031-20e3', '1⃣'],
])('the emoji with the code %s is %s', (code, glyph) => expect(glyphOf(code)).toBe(glyph));

it.each(['zulip', '', '110000', '1f389-', '<b>'])('%j is no code of an emoji', (code) => expect(glyphOf(code)).toBeUndefined());
