/** Displays the progress of a command. Each step has a title and ends with its duration. */
export interface Progress {
  /** @param work may report what it is doing, in a few words */
  step<T>(title: string, work: (report: (line: string) => void) => Promise<T>): Promise<T>;
}

export const silentProgress: Progress = { step: (_title, work) => work(() => undefined) };

const tickMs = 200;
/** Without a terminal no line can be rewritten, so a long step prints a reminder at this interval. */
const reminderMs = 20_000;

export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return {
    async step(title, work) {
      const began = Date.now();
      const elapsed = (): string => `${((Date.now() - began) / 1000).toFixed(1)} s`;
      const line = (state: string): string => `  ${title.padEnd(22)} ${state}`;
      const clear = (): void => {
        if (stream.isTTY) stream.write('\r\u001b[K');
      };
      const timer = setInterval(
        () => stream.write(stream.isTTY ? `\r\u001b[K${line(elapsed())}` : `${line(`still running after ${elapsed()}`)}\n`),
        stream.isTTY ? tickMs : reminderMs,
      );
      try {
        const result = await work((said) => {
          clear();
          stream.write(`${line(said)}\n`);
        });
        clear();
        stream.write(`${line(elapsed())}\n`);
        return result;
      } catch (error) {
        clear();
        stream.write(`${line('failed')}\n`);
        throw error;
      } finally {
        clearInterval(timer);
      }
    },
  };
}
