import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { CHART } from './chart-manifests.js';

type Values = { readonly [name: string]: unknown };

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const valuesIn = (file: string): Values => parse(readFileSync(join(CHART, file), 'utf8'));

/** As helm merges the values of a user into those of the chart. */
function merged(defaults: Values, given: Values): Values {
  const entries = Object.entries(given).map(([name, value]) => {
    const present = defaults[name];
    return [name, isValues(present) && isValues(value) ? merged(present, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(entries) };
}

const validate = new Ajv({ allErrors: true, strictTypes: false }).compile(
  JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')),
);
function faultsOf(values: Values): string[] {
  validate(values);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
}

// Without helm too: a value that the schema does not know makes helm refuse the chart.
it.each(readdirSync(join(CHART, 'examples')))('the schema accepts the values of the chart with those of %s', (file) => {
  expect(faultsOf(merged(valuesIn('values.yaml'), valuesIn(`examples/${file}`)))).toEqual([]);
});

it('the schema knows no other values', () => {
  const [values, small] = [valuesIn('values.yaml'), valuesIn('examples/small.yaml')];
  expect(faultsOf({ ...merged(values, small), mailOut: {} })).toEqual([expect.stringContaining('mailOut')]);
});
