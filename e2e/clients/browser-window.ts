import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const ARGUMENTS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Other tests use the same machine. */
const DEADLINE_MS = 60_000;
const MAX_STOPS = 100;

/** A violation of an accessibility rule: the rule, and the elements. */
export interface AccessibilityFault {
  readonly rule: string;
  readonly at: readonly string[];
}

/** The focused element after a press of Tab: its id, otherwise its name. */
export interface FocusStop {
  readonly at: string;
  /** Whether it shows that it has the focus. */
  readonly isOutlined: boolean;
}

/** The system's Chromium, headless. */
export class BrowserWindow {
  private constructor(private readonly browser: Browser) {}

  static async open(path: string): Promise<BrowserWindow> {
    // Chromium's sandbox does not start for root, the user of tests in containers.
    const chromiumSandbox = process.getuid?.() !== 0;
    return new BrowserWindow(await chromium.launch({ executablePath: path, headless: true, chromiumSandbox, args: ARGUMENTS }));
  }

  /** A page without cookies or storage. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext(options);
    context.setDefaultTimeout(DEADLINE_MS);
    return context.newPage();
  }

  /** By the rules of axe: labels, contrast, language, structure. */
  async faultsOf(page: Page): Promise<AccessibilityFault[]> {
    await page.evaluate(axe.source);
    return page.evaluate<AccessibilityFault[]>(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ rule: id, at: nodes.map(({ html }) => html) })))',
    );
  }

  /** From the top of the page to the bottom. Once for each page that is opened. */
  async focusOrderOf(page: Page): Promise<FocusStop[]> {
    const stops: FocusStop[] = [];
    while (stops.length < MAX_STOPS) {
      await page.keyboard.press('Tab');
      const { isNew, ...stop } = await page.evaluate<FocusStop & { isNew: boolean }>(`(({ activeElement: it }) => {
        const visited = (window.visitedByFocus ??= new Set());
        const isNew = it.localName !== 'body' && !visited.has(it);
        visited.add(it);
        const { outlineStyle, outlineWidth } = getComputedStyle(it);
        return { at: it.id || it.localName, isOutlined: outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2, isNew };
      })(document)`);
      if (!isNew) return stops;
      stops.push(stop);
    }
    return stops;
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
