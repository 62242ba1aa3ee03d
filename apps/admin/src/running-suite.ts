import { ApiError, type Caller, type Contract, type ServiceCall, SYSTEM_VISITOR, type Visitor } from '@parley/contracts';
import { NatsLink, RpcClient } from '@parley/rpc';
import { type ConfigOf, Runtime } from '@parley/runtime';
import { CommandError } from './command-error.js';

/**
 * The suite as the operator's command line reaches it: through the services that run, never through the database, so that what it changes is
 * logged and announced like everything else.
 */
export class RunningSuite {
  private constructor(
    private readonly link: NatsLink,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws CommandError when NATS does not answer. */
  static async reach(config: ConfigOf<'commandLine'>): Promise<RunningSuite> {
    // An operator reads sentences: log lines would stand between them.
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

  /** As the installation itself: no person's permission is asked. */
  ask<I, O>(call: ServiceCall<I, O>, params: NoInfer<I>): Promise<O> {
    return this.call(call, params, SYSTEM_VISITOR);
  }

  /** As a person or a bot, with what that account may do. */
  act<I, O>(endpoint: Contract<I, O, Caller | Visitor>, params: NoInfer<I>, as: Caller): Promise<O> {
    return this.call(endpoint, params, as);
  }

  close(): Promise<void> {
    return this.link.close();
  }

  private async call<I, O, W extends Caller | Visitor>(contract: Contract<I, O, W>, params: NoInfer<I>, who: W): Promise<O> {
    try {
      return await this.rpc.call(contract, params, who);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 500) throw error;
      const sentence = error.status === 503 ? 'does not answer. Is it running?' : 'failed. See its log for the cause.';
      throw new CommandError(`The ${contract.service} service ${sentence}`, { cause: error });
    }
  }
}

/** Without the credentials. */
function hostsOf(natsUrl: string): string {
  return natsUrl
    .split(',')
    .map((url) => new URL(url).host)
    .join(', ');
}
