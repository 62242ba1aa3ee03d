import { ApiError, type Caller, type Contract, OPERATOR_VISITOR, type ServiceCall, type Visitor } from '@parley/contracts';
import { findPlace } from '@parley/contracts/directory';
import { NatsLink, RpcClient } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { CommandError } from './command-error.js';
import type { AdminConfig } from './config.js';

const aboutOrganization = z.object({ organizationId: z.int() });

/**
 * The connection of the command line to the running services. It never uses the database directly, so that its changes are logged and
 * announced like all others.
 */
export class RunningSuite {
  /** The cells of organizations, for the time of one command. */
  private readonly places = new Map<number, string>();

  private constructor(
    private readonly link: NatsLink,
    private readonly rpc: RpcClient,
    /** Empty without cells. */
    readonly cells: readonly string[],
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
      return new RunningSuite(link, new RpcClient(link, runtime), config.CELLS.length > 1 ? config.CELLS : []);
    } catch (cause) {
      throw new CommandError(`NATS at ${hostsOf(config.NATS_URL)} does not answer. Is Parley running?`, { cause });
    }
  }

  /**
   * Calls on behalf of the installation: no user's permissions are checked. With several cells, it calls that of the organization in `params`, or the
   * directory. For calls without an organization there are `callInCell` and `callInEachCell`.
   */
  async callAsSystem<I, O>(call: ServiceCall<I, O>, params: NoInfer<I>): Promise<O> {
    if (this.cells.length === 0 || call.service === 'directory') return this.call(call, params, OPERATOR_VISITOR);
    const { organizationId } = aboutOrganization.parse(params);
    return this.call(call, params, OPERATOR_VISITOR, await this.cellOf(organizationId));
  }

  /** `cell`: undefined without cells. */
  callInCell<I, O>(call: ServiceCall<I, O>, params: NoInfer<I>, cell: string | undefined): Promise<O> {
    return this.call(call, params, OPERATOR_VISITOR, cell);
  }

  /** Without cells, `cell` is undefined, and there is one answer. */
  callInEachCell<I, O>(call: ServiceCall<I, O>, params: NoInfer<I>): Promise<{ readonly cell: string | undefined; readonly answer: O }[]> {
    const cells = this.cells.length === 0 ? [undefined] : this.cells;
    return Promise.all(cells.map(async (cell) => ({ cell, answer: await this.callInCell(call, params, cell) })));
  }

  /** Calls on behalf of a user or bot, with their permissions. */
  async callAsUser<I, O>(endpoint: Contract<I, O, Caller | Visitor>, params: NoInfer<I>, as: Caller): Promise<O> {
    return this.call(endpoint, params, as, this.cells.length === 0 ? undefined : await this.cellOf(as.organizationId));
  }

  /** Where it lives, for later calls of this command. */
  noteCell(organizationId: number, cell: string | undefined): void {
    if (cell !== undefined) this.places.set(organizationId, cell);
  }

  close(): Promise<void> {
    return this.link.close();
  }

  private async cellOf(organizationId: number): Promise<string> {
    const known = this.places.get(organizationId);
    if (known !== undefined) return known;
    const { place } = await this.call(findPlace, { organizationId }, OPERATOR_VISITOR);
    if (place === null) throw new CommandError(`The directory does not know the organization ${organizationId}.`);
    this.places.set(organizationId, place.cell);
    return place.cell;
  }

  private async call<I, O, W extends Caller | Visitor>(
    contract: Contract<I, O, W>,
    params: NoInfer<I>,
    caller: W,
    cell?: string,
  ): Promise<O> {
    try {
      // The first cell has the subjects of an installation without cells.
      return await this.rpc.call(contract, params, caller, { cell: cell === this.cells[0] ? undefined : cell });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 500) throw error;
      const sentence = error.status === 503 ? 'does not answer. Is it running?' : 'failed. See its log for the cause.';
      const where = cell === undefined ? '' : ` of ${cell}`;
      throw new CommandError(`The ${contract.service} service${where} ${sentence}`, { cause: error });
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
