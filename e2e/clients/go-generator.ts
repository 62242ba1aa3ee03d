import { existsSync } from 'node:fs';
import { fileAt, runScript } from './run-script.js';

const GENERATOR = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
/** The import of generated clients. */
export const GO_RUNTIME = 'github.com/oapi-codegen/runtime v1.8.0';
/** Compiling takes minutes on a slow machine. */
export const GO_DEADLINE_MS = 900_000;

/** Go stores downloads and build results below .parley. Files of its module cache are writable, so that the folder can be removed. */
export const GO_ENVIRONMENT = { GOPATH: fileAt('.parley/go'), GOBIN: fileAt('.parley/go/bin'), GOFLAGS: '-mod=mod -modcacherw' };

/**
 * The path of the generator of Go clients, which is installed once.
 * Undefined, with a visible warning, on a machine without Go or without a module proxy.
 */
export async function goGenerator(): Promise<string | undefined> {
  const generator = fileAt('.parley/go/bin/oapi-codegen');
  if (existsSync(generator)) return generator;
  const installed = await runScript('go', ['install', GENERATOR], { environment: GO_ENVIRONMENT, deadlineMs: GO_DEADLINE_MS });
  if (installed.exitCode === 0) return generator;
  process.stderr.write(`\n!!!!!! SKIPPED: ${GENERATOR} cannot be installed here, and the Go client is not tested.\n${installed.errors}\n`);
  return undefined;
}
