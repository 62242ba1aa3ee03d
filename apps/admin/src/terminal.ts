/** The input and output of a command. */
export interface Terminal {
  /** For results. Expects whole lines, including line ends. */
  writeOut(text: string): void;
  /** For errors and progress. */
  writeError(text: string): void;
  /** Reads all of standard input. */
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
