import type { Caller, Contract, Visitor } from '@parley/contracts';
import { type CallOptions, type JsonText, RpcClient } from '@parley/rpc';

/** What a service is usually given to answer. A contract that says less is tested for its deadline. */
const USUAL_MS = 5_000;
const PATIENT_MS = 30_000;

/** Waits longer than the gateway would: tests run on busy machines, and most are not about deadlines. */
export class PatientRpcClient extends RpcClient {
  override callForText<I, W extends Caller | Visitor>(
    contract: Contract<I, unknown, W>,
    params: NoInfer<I>,
    who: W,
    options: CallOptions = {},
  ): Promise<JsonText> {
    const patience = contract.timeoutMs < USUAL_MS ? {} : { timeoutMs: Math.max(contract.timeoutMs, PATIENT_MS) };
    return super.callForText(contract, params, who, { ...patience, ...options });
  }
}
