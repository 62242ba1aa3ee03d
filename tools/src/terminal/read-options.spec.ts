import { describe, expect, it } from '@jest/globals';
import { readOptions } from './read-options.js';

const options = { detach: { type: 'boolean', default: false }, replicas: { type: 'string', default: '' } } as const;

function read(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  return { ...readOptions({ command: 'npm start', args, environment }, options) };
}

describe('the options of a command', () => {
  it('are read from its arguments', () => {
    expect(read(['--detach', '--replicas', 'gateway=2'])).toEqual({ detach: true, replicas: 'gateway=2' });
    expect(read([])).toEqual({ detach: false, replicas: '' });
  });

  it('are found where npm put them if they were typed without --', () => {
    expect(read([], { npm_config_detach: 'true' }).detach).toBe(true);
    expect(read([], { npm_config_detach: '' }).detach).toBe(false);
    expect(read([], { npm_config_detach: 'false' }).detach).toBe(false);
    expect(read([], { npm_config_replicas: 'event-queue=2' }).replicas).toBe('event-queue=2');
  });

  it('are those of the arguments if both exist', () => {
    expect(read(['--replicas=gateway=3'], { npm_config_replicas: 'gateway=2' }).replicas).toBe('gateway=3');
  });

  it('fail with what to type if npm separated an option from its value', () => {
    expect(() => read(['gateway=2'], { npm_config_replicas: 'true' })).toThrow(
      'npm took --replicas for itself. Type -- before the options: npm start -- --replicas <value>',
    );
  });

  it.each([
    [['--detatch'], "Unknown option '--detatch'. npm start -- --help shows the options."],
    [['now'], /^Unexpected argument 'now'.* npm start -- --help shows the options\.$/],
  ])('reject %j in one sentence', (args, sentence) => {
    expect(() => read(args)).toThrow(sentence);
  });
});
