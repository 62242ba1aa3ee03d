import type { Broadcast } from '@parley/contracts';
import { Bus } from '@parley/rpc';

/** A bus that loses, duplicates and delays messages while it is faulty. Nothing may depend on wake-ups. */
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
