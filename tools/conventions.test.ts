import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capabilities as wired } from '../server/src/apps/wiring.ts';
import { camelCase, capabilityText, kebabCase, listCapabilities, testsOf } from './capabilities.ts';
import { repositoryFiles, textOf } from './repository.ts';

/** Conventions that linters cannot check. Each list of findings is empty or names the lines to change. */
const files = await repositoryFiles();
const capabilities = await listCapabilities();

const isCode = (path: string): boolean => /\.(?:ts|mjs)$/.test(path);
const isText = (path: string): boolean =>
  /\.(?:ts|mjs|js|json|md|sql|toml|tsv|ya?ml|npmrc)$|^\.ci\//.test(path);

/** Returns the faulty lines of all files of a kind, each with path and line number. */
async function linesOf(
  isWanted: (path: string) => boolean,
  isError: (line: string, path: string) => boolean,
): Promise<readonly string[]> {
  const found = await Promise.all(
    files.filter(isWanted).map(async (path) => {
      const lines = (await textOf(path)).split('\n');
      return lines.flatMap((line, index) =>
        isError(line, path) ? [`${path}:${index + 1} ${line.trim().slice(0, 160)}`] : [],
      );
    }),
  );
  return found.flat();
}

describe('names', () => {
  const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
  const banned = new Set([
    'utils',
    'helpers',
    'common',
    'misc',
    'types',
    'constants',
    'service',
    'manager',
    'base',
    'index',
  ]);
  const partsOf = (path: string): readonly string[] =>
    path
      .slice(path.startsWith('.') ? 1 : 0)
      .split('/')
      .flatMap((segment) => segment.split('.'));

  it('of source files and their folders are in kebab case', () => {
    expect(files.filter(isCode).filter((path) => !partsOf(path).every((part) => kebab.test(part)))).toEqual(
      [],
    );
  });

  it('describe the contents, and only a capability has an index', () => {
    const isIndex = (path: string): boolean => /^server\/src\/capabilities\/[^/]+\/index\.ts$/.test(path);
    const nameless = files
      .filter((path) => isCode(path) && !isIndex(path))
      .filter((path) => partsOf(path).some((part) => banned.has(part)));
    expect(nameless).toEqual([]);
  });
});

describe('a capability', () => {
  const always = ['README.md', 'index.ts', 'operations'];
  const ofInterfaces = ['contract', 'wire', 'routes'];
  const whenNeeded = [
    'steps',
    'domain',
    'store',
    'ports',
    'events',
    'event-handlers',
    'problems',
    'engine',
    'testing',
  ];
  const withoutInterface = ['sca', 'tpp', 'tpp-quotas', 'core-banking'];

  /** A file that is too large becomes a folder of the same name. */
  const roleOf = (file: string): string => {
    const first = file.split('/')[0] ?? '';
    return always.includes(first) ? first : first.replace(/\.ts$/, '');
  };

  /** Lists the operation files; a capability with many of them has one folder per subject. */
  const operationFiles = ({ files: its }: (typeof capabilities)[number]): readonly string[] =>
    its.filter((file) => /^operations\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(file));

  it.each(capabilities)('$name has the prescribed shape, and nothing beside it', ({ name, files: its }) => {
    const roles = new Set(its.map(roleOf));
    const ofInterface = ofInterfaces.filter(
      // A library that reads requests itself leaves nothing to translate.
      (role) => role !== 'wire' || !roles.has('engine'),
    );
    const required = withoutInterface.includes(name) ? always : [...always, ...ofInterface];
    expect(required.filter((role) => !roles.has(role))).toEqual([]);
    expect([...roles].filter((role) => ![...always, ...ofInterfaces, ...whenNeeded].includes(role))).toEqual(
      [],
    );
  });

  it.each(capabilities)('$name has entry points only in operations', async (capability) => {
    const callers = capability.files.filter(
      (file) => /^(?:routes|index|event-handlers|engine)\b/.test(file) && !/\.(?:test|suite)\.ts$/.test(file),
    );
    const imported = new Set<string>();
    for (const file of callers) {
      const text = await capabilityText(capability, file);
      for (const [, path = ''] of text.matchAll(/'(?:\.{1,2}\/)+(operations\/[\w/-]+\.ts)'/g))
        imported.add(path);
    }
    expect(operationFiles(capability).filter((file) => !imported.has(file))).toEqual([]);
  });

  it.each(capabilities)('$name keeps its suites in testing', ({ files: its }) => {
    expect(its.filter((file) => file.endsWith('.suite.ts') && !file.startsWith('testing/'))).toEqual([]);
  });

  it.each(capabilities)(
    '$name exports one function per operation file, of the same name',
    async (capability) => {
      const others: string[] = [];
      for (const file of operationFiles(capability)) {
        const name = camelCase(file.slice(file.lastIndexOf('/') + 1, -'.ts'.length));
        const expected = new RegExp(`^export (?:async )?function ${name}[(<]`);
        const text = await capabilityText(capability, file);
        const exported = text.match(/^export (?!interface |type ).*$/gm) ?? [];
        if (exported.length !== 1 || !expected.test(exported[0]))
          others.push(`${file}: ${exported.join(' · ')}`);
      }
      expect(others).toEqual([]);
    },
  );

  it.each(capabilities)(
    '$name tests every operation that routes or other capabilities can call',
    async (capability) => {
      const tests = await testsOf(capability);
      const routes = wired.find(({ name }) => name === capability.name)?.routes ?? [];
      const index = await capabilityText(capability, 'index.ts');
      const reachable = [
        ...routes.map(({ operation, contract }) => [operation.name, contract.operationId]),
        ...[...index.matchAll(/'\.\/operations\/(?:[\w-]+\/)?([\w-]+)\.ts'/g)].map(([, file = '']) => [
          camelCase(file),
        ]),
      ];
      const untested = reachable
        .filter(
          ([name = '', ...others]) =>
            ![name, kebabCase(name), ...others].some((text) => tests.includes(text)),
        )
        .map(([name]) => name);
      expect(untested).toEqual([]);
    },
  );

  it.each(capabilities)('$name tests every problem of its catalogue', async (capability) => {
    const tests = await testsOf(capability);
    const literals = Object.keys(wired.find(({ name }) => name === capability.name)?.problems ?? {});
    expect(literals.filter((literal) => !tests.includes(literal))).toEqual([]);
  });

  /** The routes of approvals belong to the paths of what is approved. */
  const mountedByOthers = ['sca'];

  it.each(capabilities)('$name is wired with all it has', ({ name, files: its }) => {
    const has = (role: string): boolean => its.some((file) => roleOf(file) === role);
    const { events = {}, problems = {}, routes = [] } = wired.find((one) => one.name === name) ?? {};
    expect({
      routes: routes.length > 0,
      problems: Object.keys(problems).length > 0,
      events: Object.keys(events).length > 0,
    }).toEqual({
      routes: has('routes') && !mountedByOthers.includes(name),
      problems: has('problems'),
      events: has('events'),
    });
  });
});

describe('comments', () => {
  // One letter is in brackets, so that these patterns do not match themselves.
  const suppression = /(?:\/\/|\/\*)\s*(?:oxlint-disabl[e]|biome-ignor[e]|@ts-expect-erro[r])/;
  const withReason =
    /(?:oxlint-disable[\w-]* [^\n]*? -- \S.{8,}|biome-ignore [\w/]+: \S.{8,}|@ts-expect-error\S* \S.{8,})/;

  it('that suppress a check give a reason', async () => {
    expect(await linesOf(isCode, (line) => suppression.test(line) && !withReason.test(line))).toEqual([]);
  });

  it('never suppress a check in a way that can outlive its reason', async () => {
    const forbidden = /@ts-(?:ignor[e]|nochec[k])|eslint-disabl[e]|prettier-ignor[e]/;
    expect(await linesOf(isCode, (line) => forbidden.test(line))).toEqual([]);
  });

  it('that postpone work name its issue', async () => {
    const unnumbered = /\b(?:TO[D]O|FIXM[E])\b(?!\s?\(?#\d+)/;
    expect(await linesOf(isText, (line) => unnumbered.test(line))).toEqual([]);
  });

  it('that mark a gap of the specification name the decision that fills it', async () => {
    const decisions = new Set(
      files
        .map((path) => /^docs\/adr\/(\d{4})-[a-z0-9-]+\.md$/.exec(path)?.[1])
        .filter((number) => number !== undefined),
    );
    const open: string[] = [];
    for (const path of files.filter((file) => isCode(file) || file.endsWith('.sql'))) {
      const text = await textOf(path);
      for (const [gap] of text.matchAll(/(?:\/\/|--) GA[P]:.*(?:\n\s*(?:\/\/|--).*)*/g)) {
        const cited = [...gap.matchAll(/ADR-(\d{4})/g)].map(([, number = '']) => number);
        if (cited.length === 0 || !cited.every((number) => decisions.has(number)))
          open.push(`${path}: ${gap}`);
      }
    }
    expect(open).toEqual([]);
  });
});

describe('the repository', () => {
  it('describes sign-in by walks of at most fifteen files, which exist', async () => {
    const folder = 'server/src/capabilities/identity';
    const rows = (await textOf(`${folder}/README.md`)).matchAll(/^\| \w+ \((\d+)\) \| (.+) \|$/gm);
    const walks = [...rows].map(([, count, walk = '']) => ({
      count: Number(count),
      paths: [...walk.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => posix.join(folder, path)),
    }));
    expect(walks).toHaveLength(5);
    expect(walks.map(({ count }) => count)).toEqual(walks.map(({ paths }) => new Set(paths).size));
    expect(walks.filter(({ count }) => count > 15)).toEqual([]);
    expect(walks.flatMap(({ paths }) => paths).filter((path) => !files.includes(path))).toEqual([]);
  });

  it('has default exports only where a tool reads its configuration', async () => {
    const isConfiguration = (path: string): boolean =>
      /(?:\.config\.ts|^\.dependency-cruiser\.mjs)$/.test(path);
    const isWanted = (path: string): boolean => isCode(path) && !isConfiguration(path);
    expect(await linesOf(isWanted, (line) => line.startsWith('export default'))).toEqual([]);
  });

  it('uses the same version of Node for the checks as everywhere else', async () => {
    const version = (await textOf('.node-version')).trim();
    for (const path of ['package.json', 'server/package.json']) {
      expect(await textOf(path)).toContain(`"node": ">=${version}"`);
    }
    const fetched = (await textOf('tools/node/package.json')).match(/(?<="node-linux-\w+": ")[^"]+/g);
    expect(fetched).toEqual([version, version]);
  });

  it('names no path of a developer machine', async () => {
    const localPath = /(?<![\w.@-])\/(?:work|root|home)\/|\.\.\/share[d]\b/;
    expect(await linesOf(isText, (line) => localPath.test(line))).toEqual([]);
  });

  it('lets the operating system choose the folder for temporary files', async () => {
    const isProduct = (path: string): boolean =>
      path.startsWith('server/src/') && !/\.(?:test|suite)\.ts$/.test(path);
    expect(await linesOf(isProduct, (line) => /['"`]\/tmp\b/.test(line))).toEqual([]);
  });

  it('names no package registry', async () => {
    const host = /\bregistry\.[\w-]+\.(?:org|com|net|io)\b|\bnpmj[s]\.(?:org|com)\b/;
    expect(
      await linesOf(
        (path) => isText(path),
        (line) => host.test(line),
      ),
    ).toEqual([]);
  });
});
