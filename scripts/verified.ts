import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** docs/validation.md: the figures of `pnpm bench:accuracy`, then sections that others write. */
export const validation = resolve(import.meta.dirname, '../docs/validation.md');
const headings = [
  '## Figure coverage',
  '## Questions',
  '## Mutations',
  '## Mutations of the client',
  '## Whole tasks',
  '## Every case',
] as const;
type Heading = (typeof headings)[number];

/** The text of each part; empty where there is none yet. */
function partsNow(): { figures: string; sections: Record<Heading, string> } {
  const text = existsSync(validation) ? readFileSync(validation, 'utf8').trimEnd() : '';
  const starts = headings
    .map((heading) => ({ heading, at: text.indexOf(`\n${heading}\n`) }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at);
  const sections = {
    '## Figure coverage': '',
    '## Questions': '',
    '## Mutations': '',
    '## Mutations of the client': '',
    '## Whole tasks': '',
    '## Every case': '',
  };
  starts.forEach(({ heading, at }, i) => {
    sections[heading] = text.slice(at + 1, starts[i + 1]?.at ?? text.length).trim();
  });
  return { figures: text.slice(0, starts[0]?.at ?? text.length).trim(), sections };
}

function write({ figures, sections }: ReturnType<typeof partsNow>): void {
  const parts = [figures, ...headings.map((heading) => sections[heading])];
  writeFileSync(validation, `${parts.filter((part) => part !== '').join('\n\n')}\n`);
}

/** Writes a new document in front of the sections. */
export const writeFigures = (document: string): void =>
  write({ ...partsNow(), figures: document.trim() });

/** The lines of a section below its heading; none where there is no such section yet. */
export const linesOf = (heading: Heading): string[] =>
  partsNow().sections[heading].split('\n').slice(1);

/** Writes one section in the place of its former self. */
export function writeSection(heading: Heading, lines: readonly string[]): void {
  const { figures, sections } = partsNow();
  write({
    figures,
    sections: { ...sections, [heading]: [heading, '', ...lines].join('\n').trim() },
  });
}
