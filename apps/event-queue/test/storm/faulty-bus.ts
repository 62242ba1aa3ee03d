import type { Broadcast } from '@parley/contracts';
import { Bus } from '@parley/rpc';

/** While it is faulty, it loses 10 % of the messages, duplicates 20 % and delays 30 %. Delivery must not rely on wake-ups. */
export class FaultyBus extends Bus {
  faulty = true;

  override publish<P>(declared: Broadcast<P>, payload: NoInfer<P>, address?: string, maxBytes?: number): boolean {
    const publish = () => super.publish(declared, payload, address, maxBytes);
    const fate = this.faulty ? Math.random() : 1;
    if (fate < 0.1) return true;
    if (fate < 0.3) publish();
    if (fate >= 0.6) return publish();
    setTimeout(publish, Math.random() * 100);
    return true;
  }
}
