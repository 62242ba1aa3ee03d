import { ApiError, type Caller, type Contract, OPERATOR_VISITOR, type ServiceCall, type Visitor } from '@parley/contracts';
import { NatsLink, RpcClient } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { CommandError } from './command-error.js';
import type { AdminConfig } from './config.js';

/**
 * The connection of the command line to the running services. It never uses the database directly, so that its changes are logged and
 * announced like all others.
 */
export class RunningSuite {
  private constructor(
    private readonly link: NatsLink,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws CommandError if NATS does not answer */
  static async reach(config: AdminConfig): Promise<RunningSuite> {
    // Operators expect sentences, so log lines are off.
    const runtime = new Runtime('admin', { ...config, LOG_LEVEL: 'silent' });
    try {
      const link = await NatsLink.open({
        url: config.NATS_URL,
        name: runtime.instance,
        logger: runtime.logger,
        subjectPrefix: config.NATS_SUBJECT_PREFIX,
        isPatient: false,
      });
      return new RunningSuite(link, new RpcClient(link, runtime));
    } catch (cause) {
      throw new CommandError(`NATS at ${hostsOf(config.NATS_URL)} does not answer. Is Parley running?`, { cause });
    }
  }

  /** Calls on behalf of the installation: no user's permissions are checked. */
  callAsSystem<I, O>(call: ServiceCall<I, O>, params: NoInfer<I>): Promise<O> {
    return this.call(call, params, OPERATOR_VISITOR);
  }

  /** Calls on behalf of a user or bot, with their permissions. */
  callAsUser<I, O>(endpoint: Contract<I, O, Caller | Visitor>, params: NoInfer<I>, as: Caller): Promise<O> {
    return this.call(endpoint, params, as);
  }

  close(): Promise<void> {
    return this.link.close();
  }

  private async call<I, O, W extends Caller | Visitor>(contract: Contract<I, O, W>, params: NoInfer<I>, caller: W): Promise<O> {
    try {
      return await this.rpc.call(contract, params, caller);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 500) throw error;
      const sentence = error.status === 503 ? 'does not answer. Is it running?' : 'failed. See its log for the cause.';
      throw new CommandError(`The ${contract.service} service ${sentence}`, { cause: error });
    }
  }
}

/** Leaves out the credentials. */
function hostsOf(natsUrl: string): string {
  return natsUrl
    .split(',')
    .map((url) => new URL(url).host)
    .join(', ');
}
