import { compact } from '#platform/html/page-style.ts';

/** What a script may add to a page. Each page carries only the parts it has use for. */
export type ScriptPart = 'passkey' | 'show-password' | 'text-message-code';

/** A second click sends nothing again; and one minute before a page ends, it says so. */
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

/** Asks the browser for a passkey: by a button, and by itself beside the user name where the browser can. */
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

/** Shows a password to who typed it, and tells about Caps Lock; what is sent is a password field again. */
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

/** Puts the code of a text message into the field; sending it stays with the person. */
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

/** One script of the parts a page needs. */
export function scriptOf(parts: readonly ScriptPart[]): string {
  return [sources.always, ...parts.map((part) => sources[part])].join('\n');
}

/** Spaces beside signs mean nothing in these sources: every statement ends in a sign, and no text holds such a space. */
function tight(source: string): string {
  return compact(source).replaceAll(/\s*([=+?:;,&|<>(){}])\s*/g, '$1');
}
