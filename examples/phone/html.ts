import { createHash } from 'node:crypto';

/** A page of the phone. */
export interface Page {
  readonly html: string;
  readonly status?: number;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e8ecf2); --soft: light-dark(#566273, #a3afbf);
  --paper: light-dark(#fff, #171d26); --line: light-dark(#dfe4ea, #303a47); --main: light-dark(#1f4fd8, #86a8ff);
  --on-main: light-dark(#fff, #10192b); --done: light-dark(#14753f, #5fd394); --failed: light-dark(#b3261e, #ff9d94);
  --wall: light-dark(#e9edf3, #0d1117) }
* { box-sizing: border-box } dd, dl, h1, h2, p { margin: 0 }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif }
.phone { width: 100%; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); overflow-wrap: anywhere }
.bar { display: flex; justify-content: space-between; padding: 14px 28px 0; font-size: .8125rem; font-weight: 600 }
.notice { margin: 14px 16px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 16px;
  background: var(--wall); font-size: .9375rem }
.notice div { display: flex; justify-content: space-between; color: var(--soft); font-size: .8125rem }
main { flex: 1; display: flex; flex-direction: column; padding: 20px 24px 28px } .brand { font-weight: 700; margin-bottom: 20px }
h1 { font-size: 1.5rem; line-height: 1.25; margin-bottom: 8px } h2 { font-size: 1rem; line-height: 1.5 }
.soft { color: var(--soft) } .small { font-size: .875rem } .amount { font-size: 2.125rem; font-weight: 700; line-height: 1.3 }
.middle { flex: 1; display: flex; flex-direction: column; justify-content: center; text-align: center; align-items: center }
dl { margin: 16px 0; border-top: 1px solid var(--line) } dt { color: var(--soft); font-size: .875rem }
dl div { padding: 8px 0; border-bottom: 1px solid var(--line) }
form { margin-top: auto; padding-top: 12px } form + form { margin-top: 0 } label { display: block; font-weight: 600 }
input { width: 100%; margin: 6px 0 4px; padding: 12px; border: 1px solid var(--soft); border-radius: 12px; background: none;
  color: inherit; font: 700 1.5rem/1.2 ui-monospace, monospace; letter-spacing: .3em; text-align: center }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px; border: 1px solid var(--main); border-radius: 14px;
  background: var(--main); color: var(--on-main); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
button + button, .error + label { margin-top: 10px } .quiet { border-color: var(--line); background: none; color: var(--ink) }
.danger { border-color: var(--failed); background: none; color: var(--failed) }
.error { padding: 10px 14px; border-left: 4px solid var(--failed); background: var(--wall); margin-bottom: 12px }
a { color: var(--main) } :focus-visible { outline: 3px solid var(--main); outline-offset: 3px }
.mark { display: grid; place-items: center; width: 64px; height: 64px; margin-bottom: 16px; border: 3px solid;
  border-radius: 50%; font-size: 1.75rem } .done { color: var(--done) } .failed { color: var(--failed) } .waiting { color: var(--soft) }
.more { margin-top: 12px; text-align: center }
@media (min-width: 30rem) and (min-height: 30rem) {
  body { background: var(--wall); padding: 24px } .phone { width: 390px; min-height: min(780px, calc(100vh - 48px));
  border: 10px solid light-dark(#20262f, #3a4452); border-radius: 44px; overflow: hidden; box-shadow: 0 12px 40px #0003 } }`;

/** Loads the page again when the phone has something new, but not while the customer types; shows push messages at once. */
const script = `const phone = new EventSource('/changes?' + document.body.dataset.version);
phone.addEventListener('change', () => { if (!document.querySelector('#number')?.value) location.replace('/'); });
// Otherwise the answer to a form could be replaced by the page that its change leads to.
document.addEventListener('submit', () => phone.close());
phone.addEventListener('push', ({ data }) => {
  const notice = document.querySelector('.notice');
  notice.querySelector('p').textContent = data;
  notice.querySelector('time').textContent = new Date().toLocaleTimeString('en-GB');
  notice.hidden = false;
});`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only this style and this script are loaded by a page. */
export const contentSecurityPolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

export interface PageParts {
  readonly title: string;
  readonly content: string;
  /** A notification above the app. */
  readonly notice?: string;
  /** Of a page that shows what is new by itself; without script after two seconds, unless there is something to type. */
  readonly version?: number;
  readonly status?: number;
}

export function page({ content, notice = '', status = 200, title, version }: PageParts): Page {
  const isLive = version !== undefined;
  const refresh =
    isLive && !content.includes('id="number"')
      ? '<noscript><meta http-equiv="refresh" content="2"></noscript>'
      : '';
  const time = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Your phone</title><link rel="icon" href="data:,">${refresh}<style>${style}</style>
${isLive ? `<script type="module">${script}</script>` : ''}</head>
<body${isLive ? ` data-version="${version}"` : ''}><div class="phone"><div class="bar" aria-hidden="true"><span>${time}</span><span>5G ▮▮▮</span></div>${notice}
<main><p class="brand">Your bank</p>${content}</main></div></body></html>`;
  return { html, status };
}

/** A form with buttons; `hidden` are its fields that the customer does not see. */
export function form(action: string, content: string, hidden: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<form method="post" action="${action}">${fields.join('')}${content}</form>`;
}

/** Renders a pair of a list; nothing without a value. */
export function row(name: string, value = ''): string {
  return value === '' ? '' : `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`;
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
