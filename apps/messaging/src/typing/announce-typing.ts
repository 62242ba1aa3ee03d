import { Injectable } from '@nestjs/common';
import { apiErrors, type DomainEvent, SYSTEM_VISITOR } from '@parley/contracts';
import { announceEphemeral } from '@parley/contracts/event-queue';
import { RpcClient } from '@parley/rpc';

/** Sends a typing event to listeners that are connected now. It is not stored. */
@Injectable()
export class AnnounceTyping {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws unavailable under overload; the client will send another one */
  async execute<P extends { readonly listenerIds: readonly number[] }>(
    organizationId: number,
    { type }: DomainEvent<string, P>,
    payload: NoInfer<P>,
  ): Promise<void> {
    if (payload.listenerIds.length === 0) return;
    const { accepted } = await this.rpc.call(announceEphemeral, { organizationId, type, payload }, SYSTEM_VISITOR);
    if (!accepted) throw apiErrors.unavailable();
  }
}
