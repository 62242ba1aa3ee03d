import type { Progress } from '../terminal/progress.js';

/** What a detached supervisor tells the command that started it. */
export type DetachedNews =
  | { readonly kind: 'begin'; readonly title: string }
  | { readonly kind: 'report'; readonly line: string }
  | { readonly kind: 'end'; readonly failed: boolean }
  | { readonly kind: 'ready'; readonly message: string }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Progress that is shown by another process. Telling goes on working, and does nothing, when that process has gone. */
export function progressByNews(tell: (news: DetachedNews) => void): Progress {
  return {
    async step(title, work) {
      tell({ kind: 'begin', title });
      let failed = true;
      try {
        const result = await work((line) => tell({ kind: 'report', line }));
        failed = false;
        return result;
      } finally {
        tell({ kind: 'end', failed });
      }
    },
  };
}

/** The other end: replays the news of one step after the other on `progress`. Resolves when what is told is shown. */
export function showNews(progress: Progress): (news: DetachedNews) => Promise<void> {
  let report: (line: string) => void = () => undefined;
  let finish: (failed: boolean) => void = () => undefined;
  let shown: Promise<void> = Promise.resolve();
  return async (news) => {
    if (news.kind === 'begin') {
      const ended = new Promise<void>((resolve, reject) => {
        finish = (failed) => (failed ? reject(new Error('failed')) : resolve());
      });
      const step = progress.step(news.title, (tell) => {
        report = tell;
        return ended;
      });
      // The reason of a failure comes as its own news.
      shown = step.catch(() => undefined);
      return;
    }
    if (news.kind === 'report') return report(news.line);
    if (news.kind === 'end') finish(news.failed);
    await shown;
  };
}
