import type { Caller, Contract, Visitor } from '@parley/contracts';
import { type CallOptions, type RawJson, RpcClient } from '@parley/rpc';

/** The usual timeout of a call. Tests of contracts with a shorter one check their deadline. */
const USUAL_MS = 5_000;
const PATIENT_MS = 30_000;

/** Waits longer than the gateway, because tests run on busy machines, and most do not test deadlines. */
export class PatientRpcClient extends RpcClient {
  override callForRawJson<I, W extends Caller | Visitor>(
    contract: Contract<I, unknown, W>,
    params: NoInfer<I>,
    who: W,
    options: CallOptions = {},
  ): Promise<RawJson> {
    const patience = contract.timeoutMs < USUAL_MS ? {} : { timeoutMs: Math.max(contract.timeoutMs, PATIENT_MS) };
    return super.callForRawJson(contract, params, who, { ...patience, ...options });
  }
}
