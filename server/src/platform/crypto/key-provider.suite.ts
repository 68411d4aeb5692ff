import { expect, it } from 'vitest';
import type { KeyProvider } from './key-provider.ts';

/** What every key provider must do; `build` returns one that serves the banks 01 and 02 with these names. */
export function keyProviderSuite(
  build: () => Promise<KeyProvider>,
  {
    keyClasses,
    purposes,
  }: { readonly keyClasses: readonly [string, string]; readonly purposes: readonly [string, string] },
): void {
  const [one, other] = keyClasses;
  const [purpose, otherPurpose] = purposes;

  it('returns the same current key again, and by its id', async () => {
    const keys = await build();
    const key = keys.current('01', one);
    expect(keys.current('01', one)).toEqual(key);
    expect(keys.byId('01', one, key.id)).toEqual(key);
    expect([key.id.length, key.secret.length]).toEqual([8, 32]);
  });

  it('has a key for each bank and each class', async () => {
    const keys = await build();
    const all = [keys.current('01', one), keys.current('01', other), keys.current('02', one)];
    expect(new Set(all.map(({ secret }) => secret.toString('hex'))).size).toBe(3);
    expect(keys.byId('01', other, keys.current('01', one).id)).toBeUndefined();
    expect(keys.byId('02', one, keys.current('01', one).id)).toBeUndefined();
  });

  it('derives separate secrets for each bank and purpose, the same each time', async () => {
    const keys = await build();
    const all = [
      keys.derive('01', purpose)[0],
      keys.derive('01', otherPurpose)[0],
      keys.derive('02', purpose)[0],
    ];
    expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(3);
    expect(keys.derive('01', purpose)).toEqual(keys.derive('01', purpose));
    expect(all.every(({ length }) => length === 32)).toBe(true);
  });

  it('returns no key for an unknown id', async () => {
    expect((await build()).byId('01', one, Buffer.alloc(8))).toBeUndefined();
  });
}
