import { SUBSCRIPTION_COLORS } from '@parley/contracts';

/** The colours of somebody's subscriptions, each as often as he has it. */
export interface UsedColors {
  readonly userId: number;
  readonly colors: readonly string[];
}

/** Gives each new subscription of a person the next colour of the palette that none of his other subscriptions has. */
export class ColorChoice {
  private readonly used: Map<number, string[]>;

  constructor(used: readonly UsedColors[]) {
    this.used = new Map(used.map(({ userId, colors }) => [userId, [...colors]]));
  }

  /** When every colour is taken, they come again in turn. */
  next(userId: number): string {
    const taken = this.used.get(userId) ?? [];
    const inTurn = SUBSCRIPTION_COLORS[taken.length % SUBSCRIPTION_COLORS.length] ?? SUBSCRIPTION_COLORS[0];
    return this.take(userId, SUBSCRIPTION_COLORS.find((color) => !taken.includes(color)) ?? inTurn);
  }

  /** The colour that was asked for. */
  take(userId: number, color: string): string {
    const taken = this.used.get(userId) ?? [];
    taken.push(color);
    this.used.set(userId, taken);
    return color;
  }
}
