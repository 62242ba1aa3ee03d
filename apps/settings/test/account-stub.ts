import { Controller, Injectable, Module } from '@nestjs/common';
import { type ApiError, apiErrors, type Caller, type CallOf, type InputOf } from '@parley/contracts';
import { changeOwnAccount } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';

type Wanted = InputOf<typeof changeOwnAccount>;

/** Records calls to the organization service, and can refuse them. */
@Injectable()
export class AccountStub {
  readonly calls: { readonly userId: number; readonly wanted: Wanted }[] = [];
  refusal: ApiError | undefined;

  change(caller: Caller, wanted: Wanted): void {
    if (this.refusal !== undefined) throw this.refusal;
    this.calls.push({ userId: caller.userId, wanted });
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

/** A stub of the organization service. */
@Module({ controllers: [AccountStubController], providers: [{ provide: AccountStub, useValue: stub }] })
export class AccountStubModule {
  static readonly stub = stub;
}
