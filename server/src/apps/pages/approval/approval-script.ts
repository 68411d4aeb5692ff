import { type ScriptPart, scriptOf, tight } from '../customer/page-script.ts';

/** Parts of the script that a page may need. Each page includes only those. */
export type ApprovalScriptPart = ScriptPart | 'account-count' | 'countdown' | 'live-status';

/** Shows the time that is left; the warning before the end is part of every page. */
const countdown = `
const left = document.getElementById('left');
if (left) {
  const end = Date.now() + time.dataset.seconds * 1e3;
  const show = () => {
    const s = Math.max(0, Math.round((end - Date.now()) / 1e3));
    left.firstElementChild.textContent = Math.floor(s / 60) + ':' + String(s % 60).padStart(2, '0');
  };
  show();
  setInterval(show, 1e3);
  left.hidden = false;
}
`;

/**
 * Sends the button of the page when the customer has approved, so that the browser returns to the third party, and loads
 * the page again after any other change: the server sends a message, or answers something else than \`waiting\` when it
 * is asked every two seconds. Streams end, and the browser opens them again; if that fails three times, or the server
 * refuses, the page asks.
 */
const liveStatus = `
for (const w of all('[data-live]')) {
  const url = w.dataset.live;
  const [go] = all('[value=refresh]');
  const said = text => {
    if (text === 'approved' && go) go.click();
    else if (text !== 'waiting') location.reload();
  };
  const poll = () => setInterval(() => {
    fetch(url, { headers: { accept: 'text/plain' } }).then(r => r.ok && r.text().then(said)).catch(() => {});
  }, 2e3);
  w.hidden = false;
  if (window.EventSource) {
    const events = new EventSource(url);
    let failed = 0;
    events.onopen = () => { failed = 0; };
    events.onmessage = e => said(e.data);
    events.onerror = () => {
      if (events.readyState === 2 || ++failed > 2) { events.close(); poll(); }
    };
  } else poll();
}
`;

/** Counts the chosen accounts on the button, and chooses all or none. */
const accountCount = `
for (const b of all('[data-counts]')) {
  const texts = JSON.parse(b.dataset.counts);
  const rules = new Intl.PluralRules(document.documentElement.lang);
  const boxes = [...b.form.querySelectorAll('[type=checkbox]:enabled')];
  const count = () => {
    const n = boxes.filter(x => x.checked).length;
    b.textContent = texts[n ? rules.select(n) : 'zero'].replace('{count}', n);
  };
  b.form.addEventListener('change', count);
  count();
  for (const a of all('[data-all]')) {
    a.hidden = false;
    a.addEventListener('click', () => {
      const on = !boxes.every(x => x.checked);
      for (const x of boxes) x.checked = on;
      count();
    });
  }
}
`;

const own = {
  'account-count': tight(accountCount),
  countdown: tight(countdown),
  'live-status': tight(liveStatus),
} as const;

/** Returns one script of the parts that a page needs. */
export function approvalScriptOf(parts: readonly ApprovalScriptPart[]): string {
  const shared = parts.filter((part) => !isOwn(part));
  const added = parts.filter((part) => isOwn(part)).map((part) => own[part]);
  return [scriptOf(shared), ...added].join('\n');
}

function isOwn(part: ApprovalScriptPart): part is keyof typeof own {
  return Object.hasOwn(own, part);
}
