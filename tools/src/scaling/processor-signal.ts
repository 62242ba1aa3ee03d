import { z } from 'zod';

/** Kubernetes' metrics server looks at about this much time. */
const WINDOW_MS = 15_000;
const CPU = /^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)/m;

interface Reading {
  readonly at: number;
  readonly seconds: number;
}

/** Processor time of processes, in cores. Read from their metrics. */
export class ProcessorSignal {
  private readonly readings = new Map<string, Reading[]>();

  /** @param urls of the metrics, by the name of the process. Returns cores of each, 0 until there are two readings. */
  async read(urls: ReadonlyMap<string, string>): Promise<Map<string, number>> {
    const cores = new Map<string, number>();
    for (const [name, url] of urls) {
      const kept = [...(this.readings.get(name) ?? []), await readingOf(url)];
      const now = kept.at(-1)?.at ?? 0;
      const recent = kept.filter(({ at }) => at >= now - WINDOW_MS);
      this.readings.set(name, recent);
      const [first, last] = [recent[0], recent.at(-1)];
      const passedMs = (last?.at ?? 0) - (first?.at ?? 0);
      cores.set(name, passedMs === 0 ? 0 : (((last?.seconds ?? 0) - (first?.seconds ?? 0)) * 1000) / passedMs);
    }
    return cores;
  }
}

async function readingOf(url: string): Promise<Reading> {
  const text = await (await fetch(url)).text();
  return { at: performance.now(), seconds: z.coerce.number().parse(CPU.exec(text)?.[1]) };
}
