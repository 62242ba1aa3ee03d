import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export interface Panel {
  readonly name: string;
  readonly expression: string;
}

const SIZE = { width: 980, height: 620 };

/** Pictures of graphs of a Prometheus, as the page of Debian's package shows them. Rejects if it has no such page: Prometheus 3 has none. */
export async function takePanels(browserPath: string, prometheusUrl: string, panels: readonly Panel[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    const files: string[] = [];
    for (const { name, expression } of panels) {
      const fields = new URLSearchParams({
        'g0.expr': expression,
        'g0.tab': '0',
        'g0.stacked': '0',
        'g0.range_input': '5m',
        'g0.step_input': '5',
      });
      const answer = await page.goto(`${prometheusUrl}/classic/graph?${fields}`);
      if (answer?.ok() !== true)
        throw new Error(`${prometheusUrl}/classic/graph answered ${answer?.status()}: only Prometheus 2 has this page.`);
      // The page draws when its data has come.
      await page.locator('.rickshaw_graph svg path').first().waitFor();
      await page.waitForLoadState('networkidle');
      const path = join(folder, `${name}.png`);
      await page.screenshot({ path, fullPage: true });
      files.push(path);
    }
    return files;
  } finally {
    await browser.close();
  }
}
