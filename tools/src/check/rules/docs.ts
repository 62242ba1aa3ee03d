import { dirname, join } from 'node:path/posix';
import { z } from 'zod';
import type { Rule, Violation } from '../rule.js';
import { type MarkdownFile, readMarkdown } from '../workspace/markdown-file.js';
import type { Workspace } from '../workspace/workspace.js';

const scriptsOf = z.object({ scripts: z.record(z.string(), z.string()).default({}) });
/** npm commands that run a script of the same name. */
const COMMAND = /\bnpm\s+(?:run\s+([\w:-]+)|(start|stop|test)\b)/g;

export const docs: Rule = {
  name: 'docs',
  description: 'Targets of links and paths in Markdown files exist, and so do the npm commands in them.',
  check: (workspace) => {
    const scripts = new Set(Object.keys(scriptsOf.parse(workspace.readJson('package.json')).scripts));
    return workspace.files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const markdown = readMarkdown(workspace.read(path));
        return [
          ...linkFaults(workspace, path, markdown),
          ...pathFaults(workspace, path, markdown),
          ...commandFaults(path, markdown, scripts),
        ];
      });
  },
};

function linkFaults(workspace: Workspace, file: string, markdown: MarkdownFile): Violation[] {
  return markdown.links
    .filter(({ text }) => !/^[a-z][a-z+.-]*:|^\/\//i.test(text))
    .flatMap(({ text, line }) => {
      const [path = '', anchor] = text.split('#').map((part) => decodeURIComponent(part));
      const target = path === '' ? file : join(dirname(file), path);
      if (!workspace.has(target))
        return [{ file, line, message: `The link '${text}' is dead.`, fix: 'Correct the path, or create its target.' }];
      if (!anchor || !target.endsWith('.md') || readMarkdown(workspace.read(target)).anchors.has(anchor)) return [];
      return [{ file, line, message: `${target} has no heading '#${anchor}'.`, fix: 'Correct the anchor.' }];
    });
}

/** `e2e/cluster/faults.e2e-spec.ts` in a code span must be an existing file. Patterns and placeholders are ignored. */
function pathFaults(workspace: Workspace, file: string, markdown: MarkdownFile): Violation[] {
  return markdown.code
    .filter(({ text }) => /^(apps|libs|tools|e2e|bench|prisma|deploy|docs)\/[\w./-]+$/.test(text) && !workspace.has(text))
    .map(({ text, line }) => ({ file, line, message: `There is no ${text}.`, fix: 'Correct the path, or create the file.' }));
}

function commandFaults(file: string, markdown: MarkdownFile, scripts: ReadonlySet<string>): Violation[] {
  return markdown.code.flatMap(({ text, line }) =>
    [...text.matchAll(COMMAND)]
      .map((match) => ({ name: match[1] ?? match[2] ?? '', at: line + (text.slice(0, match.index).match(/\n/g)?.length ?? 0) }))
      .filter(({ name }) => !scripts.has(name))
      .map(({ name, at }) => ({
        file,
        line: at,
        message: `package.json has no script '${name}'.`,
        fix: 'Name one that exists, or add it.',
      })),
  );
}
