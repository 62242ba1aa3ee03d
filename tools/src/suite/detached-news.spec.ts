import { expect, it } from '@jest/globals';
import type { Progress } from '../terminal/progress.js';
import { type DetachedNews, progressByNews, showNews } from './detached-news.js';

it('a detached start is shown step by step, in order, before later output', async () => {
  const lines: string[] = [];
  const terminal: Progress = {
    async step(title, work) {
      lines.push(`${title} begins`);
      try {
        const result = await work((line) => lines.push(line));
        lines.push(`${title} ended`);
        return result;
      } catch (error) {
        lines.push(`${title} failed`);
        throw error;
      }
    },
  };
  const show = showNews(terminal);
  const shown: Promise<void>[] = [];
  const supervisor = progressByNews((news: DetachedNews) => shown.push(show(news)));

  await supervisor.step('stores', async (report) => report('installing Redis'));
  await expect(supervisor.step('services', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  shown.push(show({ kind: 'failed', sentence: 'broken' }).then(() => void lines.push('the sentence')));
  await Promise.all(shown);

  expect(lines).toEqual(['stores begins', 'installing Redis', 'stores ended', 'services begins', 'services failed', 'the sentence']);
});
