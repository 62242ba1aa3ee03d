import { SUBSCRIPTION_COLORS } from '@parley/contracts/channels';
import type { UsedColors } from './subscriptions.repository.js';

/** Chooses the next unused colour of the palette for each new subscription of a user. */
export class ColorChoice {
  private readonly used: Map<number, string[]>;

  constructor(used: readonly UsedColors[]) {
    this.used = new Map(used.map(({ userId, colors }) => [userId, [...colors]]));
  }

  /** If all colours are in use, they repeat in order. */
  next(userId: number): string {
    const taken = this.used.get(userId) ?? [];
    const inTurn = SUBSCRIPTION_COLORS[taken.length % SUBSCRIPTION_COLORS.length] ?? SUBSCRIPTION_COLORS[0];
    return this.take(userId, SUBSCRIPTION_COLORS.find((color) => !taken.includes(color)) ?? inTurn);
  }

  /** Uses a requested colour. */
  take(userId: number, color: string): string {
    const taken = this.used.get(userId) ?? [];
    taken.push(color);
    this.used.set(userId, taken);
    return color;
  }
}
