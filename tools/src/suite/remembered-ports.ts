import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isPortFree } from '../supervise/free-port.js';
import { errorCode } from '../terminal/error-code.js';

const fileName = 'ports.json';

/**
 * The ports of one data directory. Each process keeps its port across starts, so that bookmarks of the job board and targets of
 * Prometheus remain valid. A new port is chosen only if another program uses the old one.
 */
export class RememberedPorts {
  private readonly ports: Map<string, number>;
  private readonly given = new Set<string>();

  constructor(private readonly directory: string) {
    this.ports = readPorts(join(directory, fileName));
  }

  /**
   * @param name unique in the directory, such as `event-queue-2`
   * @param preferred used instead of the remembered one if it is free
   */
  async portOf(name: string, preferred?: number): Promise<number> {
    const known = this.ports.get(name);
    // A process that ended and is started again.
    if (known !== undefined && this.given.has(name) && (await isPortFree(known))) return known;
    const port = await freePort([preferred, known], this.othersThan(name));
    this.given.add(name);
    if (known !== port) {
      this.ports.set(name, port);
      this.write();
    }
    return port;
  }

  /** Ports that processes which are not running now will use again. */
  private othersThan(name: string): ReadonlySet<number> {
    return new Set([...this.ports].flatMap(([other, port]) => (other === name ? [] : [port])));
  }

  private write(): void {
    mkdirSync(this.directory, { recursive: true });
    writeFileSync(join(this.directory, fileName), `${JSON.stringify(Object.fromEntries(this.ports), null, 2)}\n`);
  }
}

function readPorts(path: string): Map<string, number> {
  try {
    const ports: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const entries = Object.entries(typeof ports === 'object' && ports !== null ? ports : {});
    return new Map(entries.filter((entry): entry is [string, number] => Number.isInteger(entry[1]) && entry[1] > 0 && entry[1] < 65_536));
  } catch (error) {
    // Missing, or truncated by a crash of the machine: ports are chosen again.
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return new Map();
    throw error;
  }
}
