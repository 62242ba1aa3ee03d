import { ApiError, type Caller, Store } from '@parley/client';
import type { ProofMethod } from './session.js';

/** A question to the reader: whether it is them. */
export interface AskedProof {
  readonly methods: readonly ProofMethod[];
  readonly resolve: (isProved: boolean) => void;
}

/** Questions that the server asks again in a session. Calls that need the answer wait for it. */
export class Proofs {
  readonly asked = new Store<AskedProof | undefined>(undefined);
  private current: Promise<boolean> | undefined;

  /** True: the reader proved that it is them. Calls that ask meanwhile share the answer. */
  ask(methods: readonly ProofMethod[]): Promise<boolean> {
    this.current ??= new Promise<boolean>((resolve) => this.asked.update(() => ({ methods, resolve }))).finally(() => {
      this.current = undefined;
      this.asked.update(() => undefined);
    });
    return this.current;
  }
}

/** Repeats a call once when the reader has proved that it is them. If they do not, the call fails as it was answered. */
export class ProvingCaller implements Caller {
  constructor(
    private readonly caller: Caller,
    private readonly proofs: Proofs,
  ) {}

  readonly call: Caller['call'] = async (endpoint, params, options) => {
    try {
      return await this.caller.call(endpoint, params, options);
    } catch (error) {
      const methods = methodsIn(error);
      if (methods === undefined || !(await this.proofs.ask(methods))) throw error;
      return this.caller.call(endpoint, params, options);
    }
  };
}

/** Undefined: the call failed for another reason, or signing in again is the only proof. */
function methodsIn(error: unknown): readonly ProofMethod[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'PROOF_REQUIRED') return undefined;
  const { methods } = error.fields;
  return Array.isArray(methods) && methods.length > 0 ? methods : undefined;
}
