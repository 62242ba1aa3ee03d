import { Controller, Module, type Type } from '@nestjs/common';
import type { CallOf, InputOf, OutputOf } from '@parley/contracts';
import { leaveNewestUnread, sendNotice } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';

/** Notices by organization, in the order of the calls to messaging. */
export const heardNotices = new Map<number, CallOf<typeof sendNotice>['params']['notice'][]>();

/** Calls that leave messages of new users unread, by organization, in order. */
export const leftUnread = new Map<number, InputOf<typeof leaveNewestUnread>[]>();

/** Replaces messaging and records its calls from now on. */
export function noticesStub(): Type {
  heardNotices.clear();
  leftUnread.clear();

  @Controller()
  class NoticesStub {
    @Serves(sendNotice)
    async sendNotice({ params }: CallOf<typeof sendNotice>): Promise<OutputOf<typeof sendNotice>> {
      const heard = heardNotices.get(params.organizationId) ?? [];
      heardNotices.set(params.organizationId, [...heard, params.notice]);
      return { id: heard.length + 1 };
    }

    @Serves(leaveNewestUnread)
    async leaveNewestUnread({ params }: CallOf<typeof leaveNewestUnread>): Promise<OutputOf<typeof leaveNewestUnread>> {
      leftUnread.set(params.organizationId, [...(leftUnread.get(params.organizationId) ?? []), params]);
      return {};
    }
  }

  @Module({ controllers: [NoticesStub] })
  class NoticesStubModule {}
  return NoticesStubModule;
}
