import { afterAll, describe, expect, it } from '@jest/globals';
import { isExpensive } from './expensive-text.js';
import { renderJob } from './render-job.js';
import { renderPlain } from './render-plain.js';
import { RenderThread } from './render-thread.js';

const job = (source: string) => ({ source, linkifiers: [{ pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://t.example.com/{id}' }] });
const ROOMY_MS = 10_000;
const wall = (piece: string) => piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);

const thread = new RenderThread();
afterAll(() => thread.close());

describe('a render thread', () => {
  it('has the same result as rendering in the calling thread', async () => {
    const text = { ...job('**hi** @**Ann** #12 :+1: $$x^2$$'), users: [{ id: 7, name: 'Ann' }] };
    expect(await thread.render(text, ROOMY_MS)).toEqual(renderJob(text));
  });

  it('returns undefined for a text over its budget, and renders the next', async () => {
    expect(await thread.render(job(wall('[')), 0.5)).toBeUndefined();
    expect((await thread.render(job('next'), ROOMY_MS))?.html).toBe('<p>next</p>');
  });

  it.each(['❤', '🎉', ':+1:', '- a\n', '- - a\n', '1. a\n', '>\n', 'a\n'])(
    'renders 10,000 characters of %j within its budget',
    async (piece) => {
      // The default budget is 50 ms. A machine may be three times slower than ours.
      const rendered = await thread.render(job(wall(piece)), 150);
      expect(rendered).toEqual(renderJob(job(wall(piece))));
    },
  );

  it('is replaced if it far exceeds a budget', async () => {
    const before = Reflect.get(thread, 'started');
    // No rendering completes within this budget, so the thread is terminated during one of them.
    for (let n = 0; n < 100 && Reflect.get(thread, 'started') === before; n += 1) {
      expect(await thread.render(job(wall('🎉')), 0.001)).toBeUndefined();
    }
    expect(Reflect.get(thread, 'started')).not.toBe(before);
    expect((await thread.render(job('next'), ROOMY_MS))?.html).toBe('<p>next</p>');
  });

  it('is replaced if it was terminated from outside', async () => {
    const { worker } = await Reflect.get(thread, 'started');
    const underWay = thread.render(job(wall('🎉')), ROOMY_MS);
    await worker.terminate();
    // The rendering may have completed before.
    expect([undefined, renderJob(job(wall('🎉'))).html]).toContain((await underWay)?.html);
    expect((await thread.render(job('next'), ROOMY_MS))?.html).toBe('<p>next</p>');
  });
});

describe('a text over its budget', () => {
  it('is displayed escaped, in paragraphs, without mentions', () => {
    const { html, ...facts } = renderPlain('@**all** <b>\nhttps://example.com/a.png\n\n\n& [x](/user_uploads/1/a)\n');
    expect(html).toBe('<p>@**all** &lt;b&gt;<br>\nhttps://example.com/a.png</p>\n<p>&amp; [x](/user_uploads/1/a)</p>');
    expect(Object.values(facts).flat().filter(Boolean)).toEqual([]);
  });
});

describe('a text', () => {
  it.each([
    ['of a few words', 'Sounds good to me :+1:', false],
    ['with a formula', 'the formula $$x^2$$ is fine', false],
    ['of 1,000 characters', 'x'.repeat(1_000), false],
    ['of more', 'x'.repeat(1_001), true],
    ['of many formulas', '$$a$$ '.repeat(4), true],
    ['of fences of TeX', '```math\na\n```\n'.repeat(4), true],
  ])('%s is expensive: %#', (_, source, expected) => {
    expect(isExpensive(job(source))).toBe(expected);
  });

  it('is expensive if linkifiers search much in it', () => {
    const linkifiers = Array.from({ length: 100 }, () => ({ pattern: 'x'.repeat(100), urlTemplate: 'https://example.com' }));
    expect(isExpensive({ source: 'words '.repeat(20), linkifiers })).toBe(true);
  });
});
