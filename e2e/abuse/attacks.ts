/** Whether the long form runs: `npm run test:abuse`. `npm test` runs the short form. */
export const isWhole = process.env.PARLEY_ABUSE_WHOLE === '1';

/** The number of tries: `short` in `npm test`, `whole` in `npm run test:abuse`. */
export function tries(short: number, whole: number): number {
  return isWhole ? whole : short;
}

/** Counts attempts and how many were repelled, and prints a table. */
export class AttackTable {
  private readonly rows = new Map<string, { tried: number; held: number }>();

  /** Records one attempt. Returns whether it was repelled, so that a test can assert it. */
  note(attack: string, held: boolean): boolean {
    const row = this.rows.get(attack) ?? { tried: 0, held: 0 };
    this.rows.set(attack, { tried: row.tried + 1, held: row.held + (held ? 1 : 0) });
    return held;
  }

  /** The attacks of which at least one attempt succeeded. */
  fallen(): string[] {
    return [...this.rows]
      .filter(([, { tried, held }]) => held < tried)
      .map(([attack, { tried, held }]) => `${attack}: ${held} of ${tried} held`);
  }

  print(): void {
    const width = Math.max(...[...this.rows.keys()].map((attack) => attack.length), 6);
    const line = (attack: string, tried: string, held: string) => `  ${attack.padEnd(width)}  ${tried.padStart(6)}  ${held.padStart(6)}\n`;
    const rows = [...this.rows].map(([attack, { tried, held }]) => line(attack, String(tried), String(held)));
    process.stderr.write([line('attack', 'tried', 'held'), ...rows].join(''));
  }
}
