import { describe, expect, it } from '@jest/globals';
import { requestedChannels } from './requested-channels.js';

describe('the channels of a request', () => {
  it('are trimmed, and each is there once, whatever its case', () => {
    expect(
      requestedChannels([{ name: ' Zoë ' }, { name: 'zoë' }, { name: 'ZOË' }, { name: 'b' }]).map(({ name, key }) => [name, key]),
    ).toEqual([
      ['Zoë', 'zoë'],
      ['b', 'b'],
    ]);
  });

  it('have a description on one line, rendered', () => {
    const [channel] = requestedChannels([{ name: 'x', description: 'a *b*\nc\r\nd ' }]);
    expect(channel).toMatchObject({ description: 'a *b* c d', renderedDescription: '<p>a <em>b</em> c d</p>' });
  });

  it('have a colour of six lower-case digits, if any', () => {
    const colors = requestedChannels([{ name: 'a', color: '#ABC' }, { name: 'b', color: '#A1B2C3' }, { name: 'c' }]).map(
      ({ color }) => color,
    );
    expect(colors).toEqual(['#aabbcc', '#a1b2c3', undefined]);
  });

  it('may have names of 60 characters, counted as people count', () => {
    expect(() => requestedChannels([{ name: '🙂'.repeat(60) }])).not.toThrow();
    expect(() => requestedChannels([{ name: '🙂'.repeat(61) }])).toThrow('Channel name too long (limit: 60 characters).');
  });
});
