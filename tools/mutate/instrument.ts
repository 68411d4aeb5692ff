import type { MutatedFile, Site } from './mutants.ts';

/** Name of the global function that the changed text asks which mutant is active. */
export const switchName = '__mutant';

/** Returns the text of a file with all its mutants in it, each behind a question to the switch. */
export function instrument({ sites, text }: MutatedFile): string {
  // Outer ranges first; a range that starts where an outer one does comes after it.
  const sorted = sites.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const { rendered } = renderRange({ text, sites: sorted }, { start: 0, end: text.length, next: 0 });
  return rendered;
}

interface Instrumented {
  readonly text: string;
  readonly sites: readonly Site[];
}

interface Range {
  readonly start: number;
  readonly end: number;
  /** The first site that may be inside. */
  readonly next: number;
}

function renderRange(
  source: Instrumented,
  { start, end, next }: Range,
): { readonly rendered: string; readonly next: number } {
  let rendered = '';
  let position = start;
  let at = next;
  for (let site = source.sites[at]; site !== undefined && site.start < end; site = source.sites[at]) {
    const inner = renderRange(source, { start: site.start, end: site.end, next: at + 1 });
    rendered += source.text.slice(position, site.start) + wrapped(site, inner.rendered);
    position = site.end;
    at = inner.next;
  }
  return { rendered: rendered + source.text.slice(position, end), next: at };
}

function wrapped({ changes, kind }: Site, original: string): string {
  const asked = changes.map(({ id, text }) => ({ question: `${switchName}(${id})`, text }));
  switch (kind) {
    case 'expression':
      return `(${asked.map(({ question, text }) => `${question} ? (${text}) : `).join('')}(${original}))`;
    case 'statement':
      return `if (${asked.map(({ question }) => question).join(' || ')}) {} else { ${original} }`;
    case 'body':
      return asked.map(({ question, text }) => ` if (${question}) ${text}`).join('');
  }
}
