import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { z } from 'zod';

const kindOf = z.object({ group: z.string(), version: z.string(), kind: z.string() });
const schema = z.looseObject({ 'x-kubernetes-group-version-kind': z.array(kindOf).optional() });
const document = z.object({ components: z.object({ schemas: z.record(z.string(), schema) }) });

/** Validates manifests with the OpenAPI documents of Kubernetes. Fields that it does not know are faults too. */
export class KubernetesSchemas {
  private readonly ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, validateFormats: false, logger: false });
  private readonly names = new Map<string, string>();

  /** Only the documents of these API groups, because they are large. */
  constructor(folder: string, groups: readonly string[]) {
    const files = readdirSync(folder).filter((file) =>
      groups.some((group) => file.startsWith(`api${group}__`) && /__v\d+_openapi/.test(file)),
    );
    for (const file of files) {
      const parsed = document.parse(strict(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
      this.ajv.addSchema(parsed, file);
      for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(parsed.components.schemas)) {
        for (const { group, version, kind } of kinds)
          this.names.set(`${group === '' ? '' : `${group}/`}${version} ${kind}`, `${file}#/components/schemas/${name}`);
      }
    }
  }

  /** Faults of a manifest, as sentences. Null if Kubernetes has no such kind. */
  faultsOf(manifest: { apiVersion: string; kind: string; [field: string]: unknown }): string[] | null {
    const name = this.names.get(`${manifest.apiVersion} ${manifest.kind}`);
    if (name === undefined) return null;
    const isValid = this.ajv.compile({ $ref: name });
    isValid(manifest);
    return (isValid.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }
}

/** The documents allow any further field. A misspelt field would then be valid, and ignored. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strict(each)]));
  return typeof made.properties === 'object' && made.type === 'object' && made.additionalProperties === undefined
    ? { ...made, additionalProperties: false }
    : made;
}
