import { describe, expect, it } from '@jest/globals';
import { completed, completionAt } from './completion.js';

/** `|` is the caret. */
function at(marked: string) {
  return completionAt(marked.replace('|', ''), marked.indexOf('|'));
}

describe('what is being written', () => {
  it.each([
    ['@an|', 'person', 'an'],
    ['hello (@Ann Le|', 'person', 'Ann Le'],
    ['@**Ann|', 'person', 'Ann'],
    ['@|', 'person', ''],
    ['#gen|', 'channel', 'gen'],
    ['#**general>bi|', 'topic', 'bi'],
    [':ta|da', 'emoji', 'ta'],
  ])('%s is a %s', (marked, kind, query) => expect(at(marked)).toMatchObject({ kind, query }));

  it.each(['ann@exa|', 'a:ta|', ':t|', '@**Ann** |', '12:30|', '# heading|', '@ |', 'plain|'])('%s is none of these', (marked) =>
    expect(at(marked)).toBeUndefined(),
  );

  it('knows the channel of a topic', () =>
    expect(at('see #**my birds>|')).toMatchObject({ kind: 'topic', channel: 'my birds', query: '' }));
});

describe('a chosen suggestion', () => {
  it('replaces what was written, and the caret is after it', () => {
    const text = 'hi @an, you';
    const completion = completionAt(text, 6);
    if (completion === undefined) throw new Error('there is one');
    expect(completed(text, completion, '@**Ann**')).toEqual({ text: 'hi @**Ann** , you', caret: 12 });
  });

  it('can be followed by a topic if it is a channel', () => {
    const completion = completionAt('#ge', 3);
    if (completion === undefined) throw new Error('there is one');
    expect(completed('#ge', completion, '#**general>')).toEqual({ text: '#**general>', caret: 11 });
  });

  it('does not double a space', () => {
    const completion = completionAt(':tad now', 4);
    if (completion === undefined) throw new Error('there is one');
    expect(completed(':tad now', completion, ':tada:')).toEqual({ text: ':tada: now', caret: 7 });
  });
});
