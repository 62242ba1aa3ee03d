import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type Caller, type Contract, SYSTEM_VISITOR, type Visitor } from '@parley/contracts';
import {
  findOrganizations,
  mailOrganizationsOfAddress,
  organizationsOfAddress,
  requestPasswordReset,
} from '@parley/contracts/organization';
import { type CallOptions, RawJson, RpcClient } from '@parley/rpc';
import { z } from 'zod';
import { CellRouter, type Destination } from './cell-router.js';
import type { Cell } from './cells.js';
import { firstAccepted } from './first-accepted.js';

export interface CellCallOptions extends Omit<CallOptions, 'cell'> {
  /** Calls that one cell may have under way. More are refused, so a cell that does not answer does not delay or block requests for others. */
  readonly mostInCell?: number;
}

/** The part of a contract that decides where it is called. */
interface Called {
  readonly name: string;
  /** Of an endpoint. */
  readonly method?: unknown;
}

/** How long the client of an organization that is being moved waits before it repeats a change. */
const MOVING_SECONDS = 5;
/** Spreads the Retry-After of requests that were refused under overload. */
const OVERLOAD_SPREAD_SECONDS = 5;
const NEXT_CELL_AFTER_MS = 500;
const NOT_THERE = apiErrors.unknownOrganization().code;
const address = z.object({ email: z.string() });

/**
 * Calls services in the cell of the organization: that of the caller, or that which the host of a visitor names. At a host that names none, the
 * cells are asked one after the other until one accepts, because the key, the address or the link decides.
 */
@Injectable()
export class CellCalls {
  private readonly underWay = new Map<Cell, number>();

  constructor(
    private readonly rpc: RpcClient,
    private readonly router: CellRouter,
  ) {}

  /** As `RpcClient.call`. */
  async call<I, O, W extends Caller | Visitor>(
    contract: Contract<I, O, W>,
    params: NoInfer<I>,
    who: W,
    options: CellCallOptions = {},
  ): Promise<O> {
    if (this.isAboutAllCells(contract)) return contract.output.parse(await this.mailOrganizations(params, options));
    return this.route(contract, who, options, (cell) => this.rpc.call(contract, params, who, { ...options, cell }));
  }

  /** As `RpcClient.callForRawJson`. */
  async callForRawJson<I, W extends Caller | Visitor>(
    contract: Contract<I, unknown, W>,
    params: NoInfer<I>,
    who: W,
    options: CellCallOptions = {},
  ): Promise<RawJson> {
    if (this.isAboutAllCells(contract)) return RawJson.of(await this.mailOrganizations(params, options));
    return this.route(contract, who, options, (cell) => this.rpc.callForRawJson(contract, params, who, { ...options, cell }));
  }

  private async route<T>(
    contract: Called,
    who: Caller | Visitor,
    { mostInCell }: CellCallOptions,
    call: (cell: Cell) => Promise<T>,
  ): Promise<T> {
    const inCell = (cell: Cell) => this.counted(cell, mostInCell, call);
    const destination = await this.router.of(who);
    if (destination.cells.length > 1) return atAnyCell(contract, destination.cells, inCell);
    refuseChange(contract, destination);
    try {
      return await inCell(destination.cells[0]);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== NOT_THERE) throw error;
      const moved = await this.router.movedFrom(destination);
      if (moved === undefined) throw error;
      refuseChange(contract, moved);
      return inCell(moved.cells[0]);
    }
  }

  private async counted<T>(cell: Cell, most: number | undefined, call: (cell: Cell) => Promise<T>): Promise<T> {
    if (most === undefined) return call(cell);
    const before = this.underWay.get(cell) ?? 0;
    if (before >= most) throw apiErrors.unavailable({ retryAfterSeconds: randomRetryDelay() });
    this.underWay.set(cell, before + 1);
    try {
      return await call(cell);
    } finally {
      this.underWay.set(cell, (this.underWay.get(cell) ?? 1) - 1);
    }
  }

  private isAboutAllCells({ name }: Called): boolean {
    return this.router.hasSeveralCells && name === findOrganizations.name;
  }

  /** One mail with the organizations of all cells. */
  private async mailOrganizations(params: unknown, { requestId }: CellCallOptions): Promise<object> {
    const { email } = address.parse(params);
    const [first, ...others] = this.router.everyCell;
    const options = requestId === undefined ? {} : { requestId };
    const found = await Promise.all(
      others.map((cell) => this.rpc.call(organizationsOfAddress, { email }, SYSTEM_VISITOR, { ...options, cell })),
    );
    const elsewhere = found.flatMap(({ organizations }) => organizations);
    return this.rpc.call(mailOrganizationsOfAddress, { email, elsewhere }, SYSTEM_VISITOR, { ...options, cell: first });
  }
}

async function atAnyCell<T>({ name }: Called, cells: readonly Cell[], call: (cell: Cell) => Promise<T>): Promise<T> {
  // It reads no account, so each cell accepts it, and those with an account send a mail.
  if (name === requestPasswordReset.name) return inEvery(cells, call);
  return inTurn(cells, call);
}

/**
 * The answer of a cell that accepts. The next cell is asked when one has refused, or has not answered for a moment: a cell that is down delays
 * the others by little.
 */
async function inTurn<T>(cells: readonly Cell[], call: (cell: Cell) => Promise<T>): Promise<T> {
  const answers: Promise<T>[] = [];
  for (const cell of cells) {
    const answer = call(cell);
    answers.push(answer);
    const isRefused = answer.then(
      () => false,
      () => true,
    );
    if (!(await Promise.race([isRefused, delay(NEXT_CELL_AFTER_MS, true, { ref: false })]))) break;
  }
  return firstAccepted(answers);
}

async function inEvery<T>(cells: readonly Cell[], call: (cell: Cell) => Promise<T>): Promise<T> {
  const [first, ...others] = cells;
  const [answer] = await Promise.all([call(first), ...others.map(call)]);
  return answer;
}

/** While an organization is being moved, it can be read, and nothing in it changes. */
function refuseChange({ method }: Called, { place }: Destination): void {
  if (place?.state === 'moving' && method !== undefined && method !== 'GET')
    throw apiErrors.unavailable({ retryAfterSeconds: MOVING_SECONDS });
}

/** In seconds. Random, so that refused clients do not all return at the same moment. */
function randomRetryDelay(): number {
  return 1 + Math.floor(Math.random() * OVERLOAD_SPREAD_SECONDS);
}
