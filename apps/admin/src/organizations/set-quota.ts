import { type OutputOf, QUOTA_NAMES, type QuotaName } from '@parley/contracts';
import { type QuotaChoices, setQuotas, type UploadQuotaChoice, type UploadQuotaChoices } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { shownCount } from '../output/progress.js';
import type { RunningSuite } from '../running-suite.js';
import { findOrganization } from './find-organization.js';

type Shown = OutputOf<typeof setQuotas>;
const MAX = 2 ** 31 - 1;
const UNITS = { '': 2 ** -20, MiB: 1, GiB: 2 ** 10, TiB: 2 ** 20 } as const;
const UPLOADS = { 'upload-bytes': 'organization', 'upload-bytes-per-person': 'person' } as const;
const NAMES = [...QUOTA_NAMES, ...Object.keys(UPLOADS)];

export const QUOTA_HELP = `such as people=500 or people=none; uploads also as 10GiB or default. Names: ${NAMES.join(', ')}`;

/** What the operator wrote: `name=value` each. */
export interface WantedQuotas {
  readonly quotas: QuotaChoices;
  readonly uploads: UploadQuotaChoices;
}

/** Changes what an organization may use. */
export class SetQuota {
  constructor(private readonly suite: RunningSuite) {}

  /** Without a choice, shows the current quotas. */
  async execute(stringId: string, wanted: WantedQuotas): Promise<Answer> {
    const organization = await findOrganization(this.suite, stringId);
    const now = await this.suite.callAsSystem(setQuotas, { organizationId: organization.id, ...wanted });
    const lines = Object.entries(quotaValues(now)).map(([name, value]) => `${name}: ${value === null ? 'no limit' : shownCount(value)}`);
    return { text: `Quotas of ${stringId}:\n${lines.join('\n')}`, json: quotaValues(now) };
  }
}

/** All quotas by the names that the operator writes. Null: no limit. */
export function quotaValues({ quotas, uploadQuotaMib, uploadQuotaMibPerPerson }: Shown): Readonly<Record<string, number | null>> {
  const bytes = (mib: number | null) => (mib === null ? null : mib * 2 ** 20);
  return {
    ...Object.fromEntries(QUOTA_NAMES.map((name) => [name, quotas[name] ?? null])),
    'upload-bytes': bytes(uploadQuotaMib),
    'upload-bytes-per-person': bytes(uploadQuotaMibPerPerson),
  };
}

/** @throws CommandError that says what is wrong with one of them */
export function parseQuotas(choices: readonly string[]): WantedQuotas {
  const quotas: Partial<Record<QuotaName, number | 'none'>> = {};
  const uploads: Partial<Record<keyof UploadQuotaChoices, UploadQuotaChoice>> = {};
  for (const choice of choices) {
    const [name = '', value = ''] = choice.split('=', 2);
    if (isUpload(name)) uploads[UPLOADS[name]] = parseUpload(name, value);
    else if (isQuota(name)) quotas[name] = parseCount(name, value);
    else throw new CommandError(`"${choice}" is no quota: write name=value. Names: ${NAMES.join(', ')}.`);
  }
  return { quotas, uploads };
}

function isUpload(name: string): name is keyof typeof UPLOADS {
  return Object.hasOwn(UPLOADS, name);
}

function isQuota(name: string): name is QuotaName {
  return (QUOTA_NAMES as readonly string[]).includes(name);
}

function parseCount(name: string, value: string): number | 'none' {
  if (value === 'none') return value;
  const count = Number(value);
  if (!/^\d+$/.test(value) || count < 1 || count > MAX) throw new CommandError(`${name} needs a number from 1 to ${MAX}, or "none".`);
  return count;
}

/** In MiB. */
function parseUpload(name: string, value: string): UploadQuotaChoice {
  if (value === 'none' || value === 'default') return value;
  const [, digits = '', unit = ''] = /^(\d+)(|MiB|GiB|TiB)$/.exec(value) ?? [];
  const mib = digits === '' ? Number.NaN : Number(digits) * UNITS[unit as keyof typeof UNITS];
  if (!Number.isInteger(mib) || mib > MAX)
    throw new CommandError(`${name} needs a whole number of MiB, such as 500MiB, 10GiB or 524288000, or "none" or "default".`);
  return mib;
}
