import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parseReply } from './parse-reply.js';

const declared = z.object({ people: z.array(z.object({ id: z.int() })), statuses: z.record(z.string(), z.string()).optional() });

describe('a reply', () => {
  it('is the declared value, without fields that only a newer version of the service knows', () => {
    expect(parseReply(declared, '{"people":[{"id":7,"later":1}],"later":2}')).toEqual({ value: { people: [{ id: 7 }] } });
  });

  it.each([
    ['{"people":[{"id":7},{"id":"secret"}]}', 'people.1.id (invalid_type)'],
    ['{"people":[],"statuses":{"ann@example.com":5}}', 'statuses.* (invalid_type)'],
    ['[]', 'the whole reply (invalid_type)'],
    ['{"people":', 'it is not JSON'],
    ['', 'it is not JSON'],
  ])('that is %j has the fault %j, which does not show its content', (text, fault) => {
    expect(parseReply(declared, text)).toEqual({ fault });
  });
});
