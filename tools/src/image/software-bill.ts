import { z } from 'zod';
import { repositoryRoot } from '../repository.js';
import { runProgram } from '../supervise/run-program.js';

const component = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const bill = z.looseObject({
  metadata: z.looseObject({ component }),
  components: z.array(component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
export type SoftwareBill = z.infer<typeof bill>;

/**
 * The software bill of materials (CycloneDX) of these packages (`name@version`). npm makes it from all that is installed, and what is not in the
 * image is removed: packages for development, and those that bundles leave out. npm's option for that, `--omit=dev`, leaves out too much: also
 * packages that both need.
 */
export async function softwareBill(packages: readonly string[]): Promise<SoftwareBill> {
  const all = await billOfNpm();
  const wanted = new Set(packages);
  const components = new Map(
    all.components.filter(({ name, version }) => wanted.has(`${name}@${version}`)).map((each) => [each['bom-ref'], each]),
  );
  const refs = new Set([all.metadata.component['bom-ref'], ...components.keys()]);
  const missing = packages.filter((each) => ![...components.values()].some(({ name, version }) => each === `${name}@${version}`));
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}`);
  const { component } = all.metadata;
  return {
    ...all,
    // npm names it by the folder of the checkout.
    metadata: { ...all.metadata, component: { ...component, name: component['bom-ref'].replace(/@[^@]*$/, '') } },
    components: [...components.values()],
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
}

async function billOfNpm(): Promise<SoftwareBill> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error'];
  const { exitCode, output } = await runProgram('npm', args, { cwd: repositoryRoot });
  // npm's own warnings can come before it.
  const text = output.slice(Math.max(output.indexOf('{'), 0));
  if (exitCode !== 0) throw new Error(`npm sbom failed: ${output.trim()}`);
  return bill.parse(JSON.parse(text));
}
