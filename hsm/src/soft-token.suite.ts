import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pkcs11 from 'pkcs11js';
import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';
import { type HsmOptions, readOptions } from './hsm-options.ts';
import { versionIn } from './key-labels.ts';
import { makeKey } from './key-making.ts';
import { openToken, type TokenSession } from './token.ts';

const libraries = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
];

/** Purposes that the suite of all drivers uses. */
const purposes: readonly KeyPurpose[] = [
  { bankId: '01', keyClass: 'auth' },
  { bankId: '02', keyClass: 'auth' },
  { bankId: '01', keyClass: 'other' },
];

/** A SoftHSM token in a temporary folder. */
export interface SoftToken extends Disposable {
  readonly folder: string;
  readonly options: HsmOptions;
  /** Runs a function with a session of the token, as its administrator could. */
  run<Result>(work: (session: TokenSession) => Result): Result;
  /** Creates the next key of each purpose. */
  makeKeys(): void;
  /** Creates the next key of one purpose with the command of the guide. Returns its label. */
  makeKeyInProcess(purpose: KeyPurpose): string;
  /** Destroys all keys except the newest of each purpose. */
  destroyOldKeys(): void;
}

/** Creates a token and sets the environment of this process. Native code reads it, so only one token at a time. */
export function softToken(): SoftToken {
  const library = libraries.find((path) => existsSync(path));
  if (library === undefined) throw new Error('SoftHSM is not installed: apt-get install softhsm2');
  const folder = mkdtempSync(join(tmpdir(), 'portico-hsm-'));
  const at = (name: string): string => join(folder, name);
  mkdirSync(at('tokens'));
  writeFileSync(at('softhsm2.conf'), `directories.tokendir = ${at('tokens')}\nlog.level = ERROR\n`);
  writeFileSync(at('pin'), '271828\n', { mode: 0o600 });
  const settings = { library, tokenLabel: 'portico-test', pinFile: at('pin') };
  writeFileSync(at('hsm.json'), JSON.stringify(settings));
  process.env['SOFTHSM2_CONF'] = at('softhsm2.conf');
  const pins = ['--pin', '271828', '--so-pin', '314159'];
  execFileSync('softhsm2-util', ['--init-token', '--free', '--label', settings.tokenLabel, ...pins]);
  // Long enough for a busy machine.
  const options = readOptions({ ...settings, timeoutMs: 30_000 });

  function run<Result>(work: (session: TokenSession) => Result): Result {
    const token = openToken(options, 'write');
    try {
      return token.attempt(work);
    } finally {
      token.close();
    }
  }

  return {
    folder,
    options,
    run,
    makeKeys() {
      for (const purpose of purposes) makeKey(options, purpose);
    },
    makeKeyInProcess({ bankId, keyClass }) {
      const program = join(import.meta.dirname, '../make-key.ts');
      const args = ['--options', at('hsm.json'), '--bank', bankId, '--class', keyClass];
      return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' }).trim();
    },
    destroyOldKeys: () => run((session) => destroyOld(session, options.keyPrefix)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function destroyOld({ card, handle }: TokenSession, prefix: string): void {
  card.C_FindObjectsInit(handle, [{ type: pkcs11.CKA_CLASS, value: pkcs11.CKO_SECRET_KEY }]);
  const keys = card.C_FindObjects(handle, 100).map((key) => {
    const [label] = card.C_GetAttributeValue(handle, key, [{ type: pkcs11.CKA_LABEL }]);
    return { key, label: label?.value.toString() ?? '' };
  });
  card.C_FindObjectsFinal(handle);
  for (const purpose of purposes) {
    const versions = keys.flatMap(({ key, label }) => {
      const version = versionIn(label, prefix, purpose);
      return version === undefined ? [] : [{ key, version }];
    });
    const newest = Math.max(...versions.map(({ version }) => version));
    for (const { key, version } of versions) if (version < newest) card.C_DestroyObject(handle, key);
  }
}
