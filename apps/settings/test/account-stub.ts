import { Controller, Injectable, Module } from '@nestjs/common';
import { apiErrors, type Caller, type CallOf, changeOwnAccount, type InputOf } from '@parley/contracts';
import { Serves } from '@parley/rpc';

type Wanted = InputOf<typeof changeOwnAccount>;

/** What the organization service was asked, and whether it refuses. */
@Injectable()
export class AccountStub {
  readonly asked: { readonly userId: number; readonly wanted: Wanted }[] = [];
  refusal: string | undefined;

  change(caller: Caller, wanted: Wanted): void {
    if (this.refusal !== undefined) throw apiErrors.badRequest({ msg: this.refusal });
    this.asked.push({ userId: caller.userId, wanted });
  }
}

@Controller()
class AccountStubController {
  constructor(private readonly stub: AccountStub) {}

  @Serves(changeOwnAccount)
  async changeOwnAccount({ caller, params }: CallOf<typeof changeOwnAccount>) {
    if (!('userId' in caller)) throw apiErrors.noSuchUser();
    this.stub.change(caller, params);
    return {};
  }
}

const stub = new AccountStub();

/** The organization service, as far as settings asks it. */
@Module({ controllers: [AccountStubController], providers: [{ provide: AccountStub, useValue: stub }] })
export class AccountStubModule {
  static readonly stub = stub;
}
