import { createHash } from 'node:crypto';

/** A page of the example. `refreshSeconds`: the browser loads it again, because something has not ended. */
export interface Page {
  readonly html: string;
  readonly status?: number;
  readonly refreshSeconds?: number;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e8ecf2); --soft: light-dark(#5a6675, #a3afbf);
  --paper: light-dark(#fff, #1b222c); --line: light-dark(#e1e6ec, #303a47); --main: light-dark(#1f4fd8, #86a8ff);
  --on-main: light-dark(#fff, #10192b); --done: light-dark(#14753f, #5fd394); --failed: light-dark(#b3261e, #ff9d94) }
* { box-sizing: border-box } dd, h1, h2, p { margin: 0 }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; color: var(--ink);
  background: light-dark(#f3f5f8, #12171e); font: 16px/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 26rem; padding: clamp(20px, 6vw, 36px); border: 1px solid var(--line);
  border-radius: 16px; background: var(--paper); overflow-wrap: anywhere }
.brand { margin-bottom: 24px; font-weight: 700 } h1 { font-size: 1.6rem; line-height: 1.25; margin-bottom: 8px }
dl { margin: 20px 0; border-top: 1px solid var(--line) } dt, .soft { color: var(--soft) } .sum { font-weight: 700 }
dl div, .account > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px }
dl div { padding: 10px 0; border-bottom: 1px solid var(--line) }
button { width: 100%; padding: 14px; border: 0; border-radius: 10px; background: var(--main);
  color: var(--on-main); font: inherit; font-weight: 600; cursor: pointer; margin-bottom: 16px }
input { width: 100%; margin-top: 8px; padding: 12px; border: 1px solid var(--soft); border-radius: 10px; background: none;
  color: inherit; font: inherit } label { display: block; margin-top: 24px; color: var(--soft) } input + .quiet { margin: 12px 0 0 }
.quiet { margin-top: 24px; border: 1px solid var(--line); background: none; color: var(--ink) }
a { color: var(--main) } :focus-visible { outline: 3px solid var(--main); outline-offset: 3px }
.mark { display: grid; place-items: center; width: 52px; height: 52px; margin-bottom: 16px; border: 2px solid;
  border-radius: 50%; font-size: 1.5rem }
.done { color: var(--done) } .waiting { color: var(--main) } .failed { color: var(--failed) }
.bank { margin-top: 16px; padding: 12px 16px; border-left: 4px solid; background: light-dark(#f3f5f8, #12171e) }
.account { padding: 20px 0; border-bottom: 1px solid var(--line) } h2 { font-size: 1rem; line-height: 1.5 }
.account .sum { font-size: 1.15rem; font-variant-numeric: tabular-nums } .small { font-size: .875rem }
.bar, .curve { display: block; width: 100%; margin-top: 12px } .bar { height: 8px } .curve { height: 96px; overflow: visible }
.track { fill: var(--line) } .held { fill: var(--main) } .owed { fill: var(--failed) }
.curve path { fill: none; stroke: var(--main); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke }
.curve .area { fill: var(--main); fill-opacity: .12; stroke: none }
.curve .zero { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 4 4 }`;

/** Only this style, and nothing else, is loaded by a page. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Acme</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><p class="brand">Acme</p>${content}</main></body></html>`;
}

/** Renders a pair of a list; nothing without a value. */
export function row(name: string, value = '', look = ''): string {
  return value === ''
    ? ''
    : `<div><dt class="${look}">${escaped(name)}</dt><dd class="${look}">${escaped(value)}</dd></div>`;
}

export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
