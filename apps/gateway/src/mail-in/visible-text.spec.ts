import { describe, expect, it } from '@jest/globals';
import { withoutFooter, withoutQuotes } from './visible-text.js';

describe('quotes', () => {
  it.each([
    ['below the answer', 'Yes.\n\nOn Mon, 1 Jan 2026 at 10:00, Zoe <z@example.com> wrote:\n> Soup?\n>\n> Zoe\n', 'Yes.'],
    ['with an attribution of several lines', 'Ja.\n\nAm 1. Januar 2026 um 10:00 schrieb Zoe\n<zoe@example.com>:\n\n> Suppe?', 'Ja.'],
    ['in Spanish', 'Sí.\n\nEl lun, 1 ene 2026 a las 10:00, Zoe (<z@example.com>) escribió:\n> ¿Sopa?', 'Sí.'],
    ['in Polish', 'Tak.\n\nW dniu 1.01.2026 o 10:00, Zoe napisał(a):\n> Zupa?', 'Tak.'],
    ['without their text', 'Yes.\n\nOn Monday, Zoe wrote:\n', 'Yes.'],
    ['without an attribution', 'Yes.\n> Soup?\n> Salad?', 'Yes.'],
    ['above the answer', 'Zoe and I agree.\n', 'Zoe and I agree.'],
    ['above the answer, with an attribution', 'On Monday, Zoe Miller wrote:\n> Soup?\n\nYes.', 'Yes.'],
    ['by headers', 'Yes.\n\nFrom: Zoe\nSent: Monday\nTo: me\nSubject: Soup\n\nSoup?', 'Yes.'],
    ['by headers below a rule', 'Yes.\n\n________________________________\nVon: Zoe\nGesendet: Montag\n\nSuppe?', 'Yes.'],
    ['by a separator', 'Yes.\n-----Original Message-----\nSoup?', 'Yes.'],
  ])('%s are removed', (_, text, expected) => expect(withoutQuotes(text)).toBe(expected));

  it.each([
    'First:\n> Soup?\nYes.\n> Salad?\nNo.',
    'From: the kitchen with love\n\nNo other header follows.',
    'From: Zoe\nSent: Monday\n\nA mail that was passed on.',
    'On Monday I wrote:',
    'a > b',
  ])('%j keeps what is no quote of another mail', (text) => expect(withoutQuotes(text)).toBe(text));
});

describe('footers', () => {
  it.each([
    ['a signature', 'Yes.\n\n-- \nZoe Miller\nParley Inc.', 'Yes.'],
    ['that of a list', 'News.\n_______________________________________________\nUnsubscribe: https://example.com', 'News.'],
    ['that of a phone', 'Yes.\n\nSent from my phone', 'Yes.'],
  ])('%s is removed', (_, text, expected) => expect(withoutFooter(text)).toBe(expected));

  it.each([`a\n--\n${'line\n'.repeat(30)}end`, 'Sent from my phone', '-- \nonly this', 'a\n-- \n> b'])('%j stays', (text) =>
    expect(withoutFooter(text)).toBe(text),
  );
});

it('hostile texts take no longer than others', () => {
  const began = performance.now();
  for (const piece of ['>', 'On ', 'From: \n', 'on a wrote', '-- \n', '_', '\n', 'Sent: \n', 'On x wrote \n']) {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    withoutFooter(withoutQuotes(text));
  }
  // A few milliseconds each. A quadratic search would take minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});
