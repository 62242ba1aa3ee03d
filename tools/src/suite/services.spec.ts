import { describe, expect, it } from '@jest/globals';
import { parseReplicas } from './services.js';

describe('--replicas', () => {
  it('are parsed to a number per service', () => {
    expect(parseReplicas('event-queue=2, gateway=3')).toEqual({ 'event-queue': 2, gateway: 3 });
    expect(parseReplicas('')).toEqual({});
  });

  it.each([
    ['queue=2', /There is no service "queue"/],
    ['gateway', /gateway needs a number/],
    ['gateway=0', /gateway needs a number from 1 to 16/],
    ['gateway=two', /gateway needs a number/],
    ['gateway=17', /gateway needs a number/],
  ])('rejects %s in one sentence', (text, sentence) => {
    expect(() => parseReplicas(text, '--replicas: ')).toThrow(sentence);
  });
});
