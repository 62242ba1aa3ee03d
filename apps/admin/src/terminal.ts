/** Where a command writes and what it is given to read. */
export interface Terminal {
  /** Answers. Whole lines, their ends included. */
  writeOut(text: string): void;
  /** Refusals, and what goes on meanwhile. */
  writeError(text: string): void;
  /** All of standard input. */
  readInput(): Promise<string>;
}

export const processTerminal: Terminal = {
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  readInput: async () => {
    process.stdin.setEncoding('utf8');
    let input = '';
    for await (const chunk of process.stdin) input += chunk;
    return input;
  },
};
