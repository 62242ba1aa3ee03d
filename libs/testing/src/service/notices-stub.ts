import { Controller, Module, type Type } from '@nestjs/common';
import { type CallOf, type OutputOf, sendNotice } from '@parley/contracts';
import { Serves } from '@parley/rpc';

/** Notices by organization, in the order in which messaging was asked to send them. */
export const heardNotices = new Map<number, CallOf<typeof sendNotice>['params']['notice'][]>();

/** Stands for messaging: remembers what it was asked to send. Made when it is wanted, since a process serves each contract once. */
export function noticesStub(): Type {
  @Controller()
  class NoticesStub {
    @Serves(sendNotice)
    async sendNotice({ params }: CallOf<typeof sendNotice>): Promise<OutputOf<typeof sendNotice>> {
      const heard = heardNotices.get(params.organizationId) ?? [];
      heardNotices.set(params.organizationId, [...heard, params.notice]);
      return { id: heard.length + 1 };
    }
  }

  @Module({ controllers: [NoticesStub] })
  class NoticesStubModule {}
  return NoticesStubModule;
}
