import { Injectable } from '@nestjs/common';
import { announceUnlogged, apiErrors, type DomainEvent, SYSTEM_VISITOR } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';

/** Tells those who listen, and are there now, who writes. Kept nowhere. */
@Injectable()
export class AnnounceTyping {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws unavailable under overload: the client's next one counts. */
  async execute<P extends { readonly listenerIds: readonly number[] }>(
    organizationId: number,
    { type }: DomainEvent<string, P>,
    payload: NoInfer<P>,
  ): Promise<void> {
    if (payload.listenerIds.length === 0) return;
    const { accepted } = await this.rpc.call(announceUnlogged, { organizationId, type, payload }, SYSTEM_VISITOR);
    if (!accepted) throw apiErrors.unavailable();
  }
}
