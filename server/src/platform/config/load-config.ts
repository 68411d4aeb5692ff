import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { type ConfigError, ConfigInvalid } from './config-invalid.ts';
import { authoritiesMissing, tlsIncomplete, valuesAtOdds } from './cross-checks.ts';
import { nearestName } from './near-miss.ts';
import { type Setting, type SettingKey, type SettingValues, settingRows, settings } from './settings.ts';

/** Where a value came from. An optional setting nobody gave counts as default. */
export type ConfigSource = 'default' | 'environment' | 'file';

/** The whole configuration: read once at the start, frozen, handed down in parts. */
export type Config = SettingValues & { readonly sources: Readonly<Record<string, ConfigSource>> };

/** The environment as a plain record, so that nothing below main.ts meets the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'PORTICO_';
const fileSuffix = '_FILE';
const quotedLengthMax = 60;
const nameLengthMax = 100;

interface Given {
  readonly text: string;
  readonly source: ConfigSource;
}

/** What was found, or what is wrong; what the fault leaves out is said by the setting. */
type ParseResult<Value> = { readonly value: Value } | (Pick<ConfigError, 'wrong'> & Partial<ConfigError>);

/** Reads and checks every setting. Throws one `ConfigInvalid` that names all faults. */
export function loadConfig(env: Environment, readFile: (path: string) => string): Config {
  const values: Record<string, unknown> = {};
  const sources: Record<string, ConfigSource> = {};
  const faults: ConfigError[] = unknownNames(env);
  for (const setting of settingRows()) {
    const given = find(setting, env, readFile);
    const read = 'value' in given ? decode(setting, given.value) : given;
    if ('value' in read) values[setting.key] = deepFreeze(read.value);
    else faults.push({ name: setting.name, expected: setting.kind.expected, ...read });
    sources[setting.key] = ('value' in given ? given.value?.source : undefined) ?? 'default';
  }
  const isSet = (key: SettingKey): boolean => isGiven(env, settings[key].name);
  faults.push(...tlsIncomplete(isSet), ...authoritiesMissing(isSet));
  if (faults.length > 0 || !areComplete(values)) throw new ConfigInvalid(faults);
  const atOdds = valuesAtOdds(values);
  if (atOdds.length > 0) throw new ConfigInvalid(atOdds);
  return Object.freeze({ ...values, sources: Object.freeze(sources) });
}

/** The text of a setting and where it stood. Empty text counts as not set: that is how shells say it. */
function find(
  setting: Setting,
  env: Environment,
  readFile: (path: string) => string,
): ParseResult<Given | undefined> {
  const text = textOf(env[setting.name]);
  const path = setting.kind.file === 'accepted' ? textOf(env[setting.name + fileSuffix]) : undefined;
  if (text !== undefined && path !== undefined)
    return { wrong: `is set, and so is ${setting.name}${fileSuffix}`, expected: 'one of the two' };
  if (text !== undefined) return { value: { text, source: 'environment' } };
  if (path !== undefined) return fromFile(setting, path, readFile);
  if (setting.presence === 'required') return { wrong: 'is required and not set' };
  if (setting.presence === 'optional') return { value: undefined };
  return { value: { text: setting.presence.default, source: 'default' } };
}

function textOf(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

function isGiven(env: Environment, name: string): boolean {
  return (textOf(env[name]) ?? textOf(env[name + fileSuffix])) !== undefined;
}

function fromFile(setting: Setting, path: string, readFile: (path: string) => string): ParseResult<Given> {
  const name = setting.name + fileSuffix;
  // Who gives the secret itself instead of a path must not find it in the error.
  const file = /^\.{0,2}\//.test(path) ? quote(path) : 'a file (its text is not shown)';
  try {
    const text = textOf(readFile(path));
    return text === undefined
      ? { name, wrong: `names ${file}, which is empty` }
      : { value: { text, source: 'file' } };
  } catch (error) {
    // Only the code: the message of a failed read could quote what was read.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const expected = 'the absolute path of a file this process may read';
    return { name, wrong: `names ${file}, which cannot be read${code}`, expected };
  }
}

function decode({ kind }: Setting, given: Given | undefined): ParseResult<unknown> {
  if (given === undefined) return { value: undefined };
  if (given.text.length > kind.lengthMax)
    return {
      wrong: `is ${given.text.length} characters long`,
      expected: `at most ${kind.lengthMax} characters`,
    };
  const value = kind.decode(given.text);
  if (Check(kind.schema, value)) return { value };
  if (kind.quoting === 'quoted') return { wrong: `is ${quote(given.text)}` };
  const place = value === undefined ? '' : placeOfFault(kind.schema, value);
  return { wrong: `is not usable${place === '' ? '' : ` at ${place}`} (its text is not shown)` };
}

/** Where in a larger value the fault is. Undeclared members stay unnamed: their names are anybody's text. */
function placeOfFault(schema: TSchema, value: unknown): string {
  return Errors(schema, value).findLast(({ keyword }) => keyword !== 'boolean')?.instancePath ?? '';
}

function quote(text: string): string {
  const short = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return JSON.stringify(short);
}

/** A name of ours that nobody reads is a typing mistake, and a setting that silently has no effect. */
function unknownNames(env: Environment): ConfigError[] {
  const rows = settingRows();
  const fileNames = rows.filter(({ kind }) => kind.file === 'accepted').map(({ name }) => name + fileSuffix);
  const known = [...rows.map(({ name }): string => name), ...fileNames];
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.includes(name))
    .map((name) => ({
      name: name.slice(0, nameLengthMax),
      wrong: `is not a setting of this version${hint(name, known)}`,
      expected: 'a name listed in docs/generated/configuration.md',
    }));
}

function hint(name: string, known: readonly string[]): string {
  if (name.endsWith(fileSuffix) && known.includes(name.slice(0, -fileSuffix.length)))
    return '; only secrets and certificates are read from files';
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}

function areComplete(values: Readonly<Record<string, unknown>>): values is SettingValues {
  return settingRows().every(({ key, kind, presence }) =>
    values[key] === undefined ? presence === 'optional' : Check(kind.schema, values[key]),
  );
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
