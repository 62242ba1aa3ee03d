import { Injectable, type OnModuleInit } from '@nestjs/common';
import { apiErrors, SYSTEM_VISITOR } from '@parley/contracts';
import { directoryAlive, findPlace, type Place, placeChanged } from '@parley/contracts/directory';
import { Bus, RpcClient } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { LRUCache } from 'lru-cache';
import { Cells } from './cells.js';

const MAX_PLACES = 100_000;
const MAX_ABSENT = 10_000;
/** Bounds the calls for names that do not exist. A new organization is announced, which ends it. */
const ABSENT_MS = 5_000;
/** After a call that was not answered, the directory is not called for this long. */
const AWAY_MS = 1_000;

const MAX_TRIES = 3;
const LOWER_IF_RESTORED = 10;

type Question = { readonly stringId: string } | { readonly organizationId: number };

interface Known {
  readonly place: Place;
  /** A change may have been lost: it is read again before it is used, if the directory answers. */
  isStale: boolean;
}

/** A value, or a promise of it if the directory must be asked. */
export type Soon<T> = T | Promise<T>;

/**
 * Where organizations live, as the directory says. What was read is kept until the directory announces a change, so a gateway goes on with the
 * organizations that it knows while the directory is away. While an organization moves, each request asks, so none reaches the cell that it has left.
 */
@Injectable()
export class OrganizationPlaces implements OnModuleInit {
  private readonly byName = new LRUCache<string, Known>({ max: MAX_PLACES });
  private readonly names = new LRUCache<number, string>({ max: MAX_PLACES });
  private readonly absent = new LRUCache<string | number, true>({ max: MAX_ABSENT, ttl: ABSENT_MS });
  /** Concurrent questions for one organization share a call. */
  private readonly inFlight = new Map<string | number, Promise<Place | undefined>>();
  /** The number of the last change that was announced here, or of the first answer. */
  private version: number | undefined;
  /** An answer is kept only if no change was announced while it was on its way. */
  private changes = 0;
  private awayUntil = 0;
  private lowerInARow = 0;

  constructor(
    private readonly cells: Cells,
    private readonly rpc: RpcClient,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
  ) {}

  onModuleInit(): void {
    if (!this.cells.areSeveral) return;
    this.bus.subscribe(placeChanged, ({ stringId, organizationId, version }) => {
      if (this.version !== undefined && version > this.version + 1) this.doubtAll();
      this.version = Math.max(version, this.version ?? 0);
      this.forget(stringId, organizationId);
    });
    this.bus.subscribe(directoryAlive, ({ version }) => this.compare(version));
    this.bus.onReconnect(() => this.doubtAll());
  }

  /**
   * By string id. Undefined: there is no such organization, or it is still being created.
   * @throws `unavailable` if it is not known and the directory does not answer
   */
  named(stringId: string): Soon<Place | undefined> {
    if (this.absent.has(stringId)) return undefined;
    const known = this.byName.get(stringId);
    const isCurrent = known !== undefined && !known.isStale && known.place.state !== 'moving';
    return isCurrent ? known.place : this.ask(stringId, { stringId }, known?.place);
  }

  /** By id. As `named`. */
  ofOrganization(organizationId: number): Soon<Place | undefined> {
    const name = this.names.get(organizationId);
    if (name !== undefined) return this.named(name);
    return this.absent.has(organizationId) ? undefined : this.ask(organizationId, { organizationId }, undefined);
  }

  /** Reads again where it lives, because its cell said that it is not there. */
  async reread(stringId: string): Promise<Place | undefined> {
    // A call that is under way may have been answered before the organization moved.
    await this.inFlight.get(stringId)?.catch(() => undefined);
    return this.askOnce(stringId, { stringId });
  }

  /** `fallback`: what was known, for the time in which the directory is away. */
  private async ask(key: string | number, by: Question, fallback: Place | undefined): Promise<Place | undefined> {
    try {
      return await this.askOnce(key, by);
    } catch (error) {
      if (fallback === undefined) throw error;
      return fallback;
    }
  }

  private askOnce(key: string | number, by: Question): Promise<Place | undefined> {
    if (Date.now() < this.awayUntil) return Promise.reject(apiErrors.unavailable({ retryAfterSeconds: AWAY_MS / 1_000 }));
    const inFlight = this.inFlight.get(key);
    if (inFlight !== undefined) return inFlight;
    const asked = this.read(key, by).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, asked);
    return asked;
  }

  private async read(key: string | number, by: Question): Promise<Place | undefined> {
    for (let tries = 1; ; tries += 1) {
      const changesBefore = this.changes;
      const { place, version } = await this.rpc.call(findPlace, by, SYSTEM_VISITOR).catch((error: unknown) => {
        this.awayUntil = Date.now() + AWAY_MS;
        this.runtime.logger.warn({ err: error }, 'the directory does not answer');
        throw error;
      });
      this.takeVersion(version);
      const served = place === null || place.state === 'creating' ? undefined : place;
      if (this.changes === changesBefore) {
        this.keep(key, served);
        return served;
      }
      // The answer may be older than the change. The change was probably of another organization, so use the answer and do not keep it.
      if (tries === MAX_TRIES) return served;
    }
  }

  private keep(key: string | number, place: Place | undefined): void {
    if (place === undefined) {
      this.absent.set(key, true);
      return;
    }
    this.byName.set(place.stringId, { place, isStale: false });
    if (place.organizationId !== null) this.names.set(place.organizationId, place.stringId);
  }

  /** With the number that a process of the directory read. */
  private compare(version: number): void {
    const known = this.version ?? version;
    // A single lower number comes from a process that read it before the last change. Ten in a row mean that the directory was restored.
    this.lowerInARow = version < known ? this.lowerInARow + 1 : 0;
    const isRestored = this.lowerInARow >= LOWER_IF_RESTORED;
    if (version > known || isRestored) this.doubtAll();
    this.version = isRestored ? version : Math.max(version, known);
  }

  /**
   * With the number of an answer. The first one is where the counting of changes begins. A higher one than that of the last announcement may precede
   * the announcement of the same change, so an answer never means that a change was lost: the next announcement, or `compare`, tells.
   */
  private takeVersion(version: number): void {
    this.version ??= version;
  }

  private forget(stringId: string, organizationId: number | null): void {
    this.changes += 1;
    this.byName.delete(stringId);
    this.absent.delete(stringId);
    if (organizationId !== null) this.absent.delete(organizationId);
  }

  private doubtAll(): void {
    this.changes += 1;
    this.absent.clear();
    for (const known of this.byName.values()) known.isStale = true;
  }
}
