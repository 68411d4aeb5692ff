import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainTokens } from '#platform/html/brand-tokens.ts';
import { loadBrands, parseBrand } from './brands.ts';
import { customerPages } from './customer-pages.ts';
import { sampleFrame, signInViews } from './sample-views.suite.ts';

const shipped = new URL('../../../../branding', import.meta.url).pathname;
const logo = {
  light: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  dark: '<svg ></svg>',
};

function tokens(changes: object = {}): string {
  return JSON.stringify({ ...plainTokens, ...changes });
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brands-'));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return folder;
}

describe('a token file', () => {
  it('that we ship is the default appearance', async () => {
    expect(JSON.parse(await readFile(join(shipped, 'default.json'), 'utf8'))).toEqual(plainTokens);
  });

  it.each([
    ['no JSON', '{', /x\.json is not JSON/],
    ['an unknown token', tokens({ theme: 'x' }), /is not a token file/],
    ['a colour that is none', tokens({ light: { ...plainTokens.light, ink: 'red;}' } }), /\/light\/ink/],
    ['a colour too few', tokens({ dark: {} }), /is not a token file/],
    ['a font to fetch', tokens({ fontFamily: 'url(x)' }), /\/fontFamily/],
    ['a corner beyond reason', tokens({ radiusPx: 400 }), /\/radiusPx/],
    ['a logo that is no SVG', tokens({ logo: { ...logo, dark: 'https://x.example/a.png' } }), /\/logo\/dark/],
    ['a phone number of letters', tokens({ helpPhone: 'call us' }), /\/helpPhone/],
    [
      'grey on white',
      tokens({ light: { ...plainTokens.light, ink: '#999999' } }),
      /light: ink on paper has a contrast of 2\.84:1, at least 4\.5:1 is required/,
    ],
  ])('with %s is rejected, with the reason', (_, text, reason) => {
    expect(() => parseBrand('x.json', text)).toThrow(reason);
  });
});

describe('the appearances of banks', () => {
  it('are their own if they have one, and the default otherwise', async () => {
    const folder = await folderWith({ 'default.json': tokens(), '01.json': tokens({ radiusPx: 0 }) });
    const brands = await loadBrands(folder, ['01', '02']);
    expect(brands.of('01').radiusPx).toBe(0);
    expect(brands.of('02')).toEqual(plainTokens);
    expect(brands.of('not-there')).toEqual(plainTokens);
  });

  it('need a default', async () => {
    await expect(loadBrands(await folderWith({}), [])).rejects.toThrow(/default\.json is missing/);
  });

  it('abort the start if one is invalid', async () => {
    const folder = await folderWith({ 'default.json': tokens(), '01.json': '{}' });
    await expect(loadBrands(folder, ['01'])).rejects.toThrow(/01\.json is not a token file/);
  });

  it('show a logo as an image only, and the help number', async () => {
    const folder = await folderWith({ 'default.json': tokens({ logo, helpPhone: '0800 123 45 67' }) });
    const { contentSecurityPolicy, html } = customerPages(await loadBrands(folder, [])).signIn(
      { kind: 'busy' },
      sampleFrame(),
    );
    expect(html).not.toContain('alert(1)');
    expect(html).toContain(`src="data:image/svg+xml;base64,${Buffer.from(logo.light).toString('base64')}"`);
    expect(html).toContain('alt="Portico Bank"');
    expect(html).toContain('<a href="tel:08001234567"><bdi dir="ltr">0800 123 45 67</bdi></a>');
    expect(contentSecurityPolicy).toContain('img-src data:;');
  });

  it('allow our own images only where one is shown', async () => {
    const pages = customerPages(await loadBrands(shipped, []));
    const policy = (name: string): string => {
      const view = signInViews[name];
      return view === undefined ? '' : pages.signIn(view, sampleFrame()).contentSecurityPolicy;
    };
    expect(policy('password')).toContain('img-src data:;');
    expect(policy('password-picture')).toContain("img-src 'self' data:;");
  });
});
