import { describe, expect, it } from '@jest/globals';
import { quoted } from './quote.js';

describe('a quote', () => {
  it('is fenced', () => expect(quoted('Ann said:', 'a bird')).toBe('Ann said:\n```quote\na bird\n```\n'));

  it('has a longer fence than each one inside, so that nothing gets out of it', () => {
    const inside = '````quote\n```js\n1\n```\n````';
    expect(quoted('Ann said:', inside)).toBe(`Ann said:\n\`\`\`\`\`quote\n${inside}\n\`\`\`\`\`\n`);
    expect(quoted('Ann said:', '  ```\nx')).toMatch(/^Ann said:\n````quote\n/);
  });
});
