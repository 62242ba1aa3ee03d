import { Controller, Injectable, Module } from '@nestjs/common';
import { ApiError, apiErrors, type CallOf, endpoint, type InputOf, type OutputOf, text } from '@parley/contracts';
import { directoryAlive, findPlace, type Place, placeChanged } from '@parley/contracts/directory';
import {
  findOrganizations,
  mailOrganizationsOfAddress,
  organizationsOfAddress,
  requestPasswordReset,
  verifyCredentials,
  verifyManyCredentials,
} from '@parley/contracts/organization';
import { Bus, Serves } from '@parley/rpc';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';

export const EXTERNAL_HOST = 'parley.test';
const where = { response: { cell: z.string(), organization: z.int() }, params: { note: text().optional() }, service: 'messaging' } as const;
export const readSomething = endpoint({
  ...where,
  name: 'readSomethingForTests',
  method: 'GET',
  path: '/something',
  scope: 'read',
  summary: 'Says where',
});
/** Does not wait long for a cell that is down. */
export const readSoon = endpoint({
  ...where,
  name: 'readSoonForTests',
  method: 'GET',
  path: '/soon',
  scope: 'read',
  summary: 'Says where',
  timeoutMs: 1_000,
});
export const changeSomething = endpoint({
  ...where,
  name: 'changeSomethingForTests',
  method: 'POST',
  path: '/something',
  scope: 'read',
  summary: 'Says where',
});
export const greet = endpoint({
  name: 'greetForTests',
  method: 'GET',
  path: '/greeting',
  scope: 'none',
  service: 'messaging',
  auth: 'none',
  summary: 'Says where',
  params: {},
  response: { cell: z.string() },
});

export interface Home {
  readonly id: number;
  cell: string;
}

/** State of one test file: in which cell the rows of an organization are, and what the cells were asked. */
export const world = {
  homes: new Map<string, Home>(),
  mails: [] as { cell: string; to: string; organizations: string[] }[],
  /** The cell whose organization service does not answer, and until when. */
  silence: undefined as { readonly cell: string; readonly end: Promise<unknown> } | undefined,
};

async function untilItAnswers(cell: string): Promise<void> {
  if (world.silence?.cell === cell) await world.silence.end;
}

export const keyOf = (id: number) => `key-of-organization-${id}`.padEnd(32, '-');
export const authorizationOf = (id: number, username = 'anna@example.com') =>
  `Basic ${Buffer.from(`${username}:${keyOf(id)}`).toString('base64')}`;

/** The cell of a process, as its subjects say. */
function cellOf({ config }: Runtime): string {
  return config.NATS_SUBJECT_PREFIX.endsWith('cell-2.') ? 'cell-2' : 'cell-1';
}

/** The organization that a host names, if it has rows in this cell. Undefined: the host names none. */
function named(host: string, cell: string): Home | undefined {
  const [stringId = '', ...rest] = host.split('.');
  if (/^127\./.test(host)) return undefined;
  if (rest.join('.') !== EXTERNAL_HOST) throw apiErrors.unknownOrganization();
  const home = world.homes.get(stringId);
  if (home?.cell !== cell) throw apiErrors.unknownOrganization();
  return home;
}

@Controller()
class CellOrganizationController {
  constructor(private readonly runtime: Runtime) {}

  private identityOf({ host, apiKey }: InputOf<typeof verifyCredentials>): OutputOf<typeof verifyCredentials> {
    const cell = cellOf(this.runtime);
    const home = named(host, cell);
    const owner = [...world.homes.values()].find((each) => each.cell === cell && keyOf(each.id) === apiKey);
    if (owner === undefined || (home !== undefined && home !== owner)) throw apiErrors.invalidApiKey();
    return { organizationId: owner.id, userId: 7, role: 400, isBot: false, botOwnerId: null };
  }

  @Serves(verifyCredentials) async verifyCredentials({ params }: CallOf<typeof verifyCredentials>) {
    await untilItAnswers(cellOf(this.runtime));
    return this.identityOf(params);
  }
  @Serves(verifyManyCredentials) async verifyManyCredentials({
    params,
  }: CallOf<typeof verifyManyCredentials>): Promise<OutputOf<typeof verifyManyCredentials>> {
    const answers = params.credentials.map((given) => {
      try {
        return { identity: this.identityOf(given) };
      } catch (error) {
        if (error instanceof ApiError) return { refusal: error.toShape() };
        throw error;
      }
    });
    return { answers };
  }
  @Serves(findOrganizations) async findOrganizations(_: CallOf<typeof findOrganizations>): Promise<OutputOf<typeof findOrganizations>> {
    throw new Error('with several cells the gateway collects the organizations of all');
  }
  @Serves(organizationsOfAddress) async organizationsOfAddress({ params }: CallOf<typeof organizationsOfAddress>) {
    const here = [...world.homes].filter(([, { cell }]) => cell === cellOf(this.runtime));
    return { organizations: here.map(([stringId]) => ({ stringId, name: stringId, email: params.email })) };
  }
  @Serves(mailOrganizationsOfAddress) async mailOrganizationsOfAddress({ params }: CallOf<typeof mailOrganizationsOfAddress>) {
    const organizations = params.elsewhere.map(({ stringId }) => stringId);
    world.mails.push({ cell: cellOf(this.runtime), to: params.email, organizations });
    return {};
  }
  @Serves(requestPasswordReset) async requestPasswordReset({ params }: CallOf<typeof requestPasswordReset>) {
    world.mails.push({ cell: cellOf(this.runtime), to: params.email, organizations: [] });
    return {};
  }
}

@Module({ controllers: [CellOrganizationController] })
export class CellOrganizationModule {}

@Controller()
class CellMessagingController {
  constructor(private readonly runtime: Runtime) {}

  @Serves(readSomething) async read({ caller }: CallOf<typeof readSomething>) {
    return { cell: cellOf(this.runtime), organization: caller.organizationId };
  }
  @Serves(readSoon) async readSoon({ caller }: CallOf<typeof readSoon>) {
    return { cell: cellOf(this.runtime), organization: caller.organizationId };
  }
  @Serves(changeSomething) async change({ caller }: CallOf<typeof changeSomething>) {
    return { cell: cellOf(this.runtime), organization: caller.organizationId };
  }
  @Serves(greet) async greet({ caller }: CallOf<typeof greet>) {
    named(caller.host, cellOf(this.runtime));
    return { cell: cellOf(this.runtime) };
  }
}

@Module({ controllers: [CellMessagingController] })
export class CellMessagingModule {}

/** A directory in memory. */
@Injectable()
export class TestDirectory {
  readonly places = new Map<string, Place>();
  readonly asked: string[] = [];
  version = 0;

  constructor(private readonly bus: Bus) {}

  /** `isLost`: gateways do not hear of it. */
  put(place: Place, isLost = false): void {
    this.places.set(place.stringId, place);
    this.version += 1;
    if (!isLost) this.bus.publish(placeChanged, { stringId: place.stringId, organizationId: place.organizationId, version: this.version });
  }

  /** What each process of the directory says every second. */
  sayAlive(): void {
    this.bus.publish(directoryAlive, { version: this.version });
  }

  find(by: InputOf<typeof findPlace>): Place | null {
    this.asked.push('stringId' in by ? by.stringId : String(by.organizationId));
    const isIt = (each: Place) => ('stringId' in by ? each.stringId === by.stringId : each.organizationId === by.organizationId);
    return [...this.places.values()].find(isIt) ?? null;
  }
}

@Controller()
class DirectoryController {
  constructor(private readonly directory: TestDirectory) {}

  @Serves(findPlace) async findPlace({ params }: CallOf<typeof findPlace>) {
    return { place: this.directory.find(params), version: this.directory.version };
  }
}

@Module({ controllers: [DirectoryController], providers: [TestDirectory] })
export class TestDirectoryModule {}
