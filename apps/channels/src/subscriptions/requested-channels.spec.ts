import { describe, expect, it } from '@jest/globals';
import { requestedChannels } from './requested-channels.js';

describe('requested channels', () => {
  it('have trimmed names, and duplicates are removed case-insensitively', () => {
    expect(
      requestedChannels([{ name: ' Zoë ' }, { name: 'zoë' }, { name: 'ZOË' }, { name: 'b' }]).map(({ name, key }) => [name, key]),
    ).toEqual([
      ['Zoë', 'zoë'],
      ['b', 'b'],
    ]);
  });

  it('have a rendered description without line breaks', () => {
    const [channel] = requestedChannels([{ name: 'x', description: 'a *b*\nc\r\nd ' }]);
    expect(channel).toMatchObject({ description: 'a *b* c d', renderedDescription: '<p>a <em>b</em> c d</p>' });
  });

  it('have an optional colour of six lower-case digits', () => {
    const colors = requestedChannels([{ name: 'a', color: '#ABC' }, { name: 'b', color: '#A1B2C3' }, { name: 'c' }]).map(
      ({ color }) => color,
    );
    expect(colors).toEqual(['#aabbcc', '#a1b2c3', undefined]);
  });

  it('can have names of 60 code points', () => {
    expect(() => requestedChannels([{ name: '🙂'.repeat(60) }])).not.toThrow();
    expect(() => requestedChannels([{ name: '🙂'.repeat(61) }])).toThrow('Channel name too long (limit: 60 characters).');
  });
});
