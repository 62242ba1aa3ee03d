import type { Progress } from '../terminal/progress.js';

/** Messages of a detached supervisor to the command that started it. */
export type DetachedNews =
  | { readonly kind: 'begin'; readonly title: string }
  | { readonly kind: 'report'; readonly line: string }
  | { readonly kind: 'end'; readonly failed: boolean }
  | { readonly kind: 'ready'; readonly message: string }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Progress that another process displays. If that process has gone, messages are dropped. */
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

/** The other side: replays the messages on `progress`, one step after the other. Resolves when a message is displayed. */
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
      // The reason of a failure arrives as a separate message.
      shown = step.catch(() => undefined);
      return;
    }
    if (news.kind === 'report') return report(news.line);
    if (news.kind === 'end') finish(news.failed);
    await shown;
  };
}
