import { compact } from '#platform/html/page-style.ts';

/** Optional parts of the script. Each page includes only those it needs. */
export type ScriptPart = 'passkey' | 'show-password' | 'text-message-code';

/** Ignores a second click on a submit button, and warns one minute before a page times out. */
const always = `
const all = s => document.querySelectorAll(s);
let sent = false;
addEventListener('submit', e => {
  if (e.defaultPrevented) return;
  if (sent) return e.preventDefault();
  sent = true;
  e.submitter?.setAttribute('aria-busy', 'true');
  setTimeout(ready, 8e3);
});
const ready = () => {
  sent = false;
  for (const b of all('[aria-busy]')) b.removeAttribute('aria-busy');
};
addEventListener('pageshow', e => e.persisted && ready());
const time = document.getElementById('time');
if (time) {
  const say = id => time.replaceChildren(document.getElementById(id).content.cloneNode(true));
  const left = time.dataset.seconds * 1e3;
  setTimeout(say, Math.max(0, left - 6e4), 'time-soon');
  setTimeout(say, left, 'time-over');
}
`;

/** Requests a passkey from the browser: by a button, and automatically beside the username where supported. */
const passkey = `
const P = window.PublicKeyCredential;
for (const f of P?.parseRequestOptionsFromJSON ? all('[data-passkey]') : []) {
  const make = f.dataset.passkey === 'create';
  let asking = new AbortController();
  const ask = async mediation => {
    asking.abort();
    asking = new AbortController();
    const o = JSON.parse(f.dataset.options);
    const publicKey = make ? P.parseCreationOptionsFromJSON(o) : P.parseRequestOptionsFromJSON(o);
    const found = await navigator.credentials[make ? 'create' : 'get'](
      { publicKey, mediation, signal: asking.signal });
    f.elements.passkey.value = JSON.stringify(found);
    sent = true;
    f.submit();
  };
  const wait = async () => {
    if ('beside' in f.dataset && await P.isConditionalMediationAvailable?.()) await ask('conditional');
  };
  f.hidden = false;
  for (const p of all('[data-no-passkey]')) p.hidden = true;
  wait().catch(() => {});
  f.addEventListener('submit', async e => {
    e.preventDefault();
    const said = document.getElementById('passkey-broke');
    said.hidden = true;
    try { await ask(); } catch (x) {
      if (x.name === 'AbortError') return;
      said.hidden = false;
      wait().catch(() => {});
    }
  });
}
`;

/** Toggles the visibility of a password, and warns about Caps Lock; on submit the field is a password field again. */
const showPassword = `
for (const b of all('[data-shows]')) {
  const i = document.getElementById(b.dataset.shows);
  const caps = document.getElementById(i.id + '-caps');
  const turn = type => {
    if (i.type === type) return;
    i.type = type;
    for (const k of ['textContent', 'ariaLabel']) {
      const d = k === 'ariaLabel' ? 'otherLabel' : 'other';
      [b[k], b.dataset[d]] = [b.dataset[d], b[k]];
    }
  };
  b.hidden = false;
  b.addEventListener('click', () => turn(i.type === 'text' ? 'password' : 'text'));
  i.form.addEventListener('submit', () => turn('password'));
  i.addEventListener('keyup', e => { caps.hidden = !e.getModifierState?.('CapsLock'); });
}
`;

/** Fills in the code of a text message; the user submits it. */
const textMessageCode = `
const code = document.getElementById('code');
if ('OTPCredential' in window) navigator.credentials.get({ otp: { transport: ['sms'] } })
  .then(c => { code.value ||= c.code; }, () => {});
`;

const sources: Readonly<Record<ScriptPart | 'always', string>> = {
  always: tight(always),
  passkey: tight(passkey),
  'show-password': tight(showPassword),
  'text-message-code': tight(textMessageCode),
};

/** Returns one script of the parts that a page needs. */
export function scriptOf(parts: readonly ScriptPart[]): string {
  return [sources.always, ...parts.map((part) => sources[part])].join('\n');
}

/**
 * Removes spaces beside operators. Safe in these sources: every statement ends in an operator, and no text contains
 * such a space.
 */
export function tight(source: string): string {
  return compact(source).replaceAll(/\s*([-=+*/%?:;,&|<>(){}])\s*/g, '$1');
}
