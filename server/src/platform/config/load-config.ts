import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { type ConfigError, ConfigInvalid } from './config-invalid.ts';
import { authoritiesMissing, tlsIncomplete, valuesAtOdds } from './cross-checks.ts';
import { nearestName } from './near-miss.ts';
import { type Setting, type SettingKey, type SettingValues, settingRows, settings } from './settings.ts';

/** The source of a value. An optional setting that is not set counts as default. */
export type ConfigSource = 'default' | 'environment' | 'file';

/** The whole configuration: read once at the start, deeply frozen, passed on in parts. */
export type Config = SettingValues & { readonly sources: Readonly<Record<string, ConfigSource>> };

/** The environment as a plain record, so that only main.ts accesses the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'PORTICO_';
const fileSuffix = '_FILE';
const quotedLengthMax = 60;
const nameLengthMax = 100;

interface RawSetting {
  readonly text: string;
  readonly source: ConfigSource;
}

/** A value, or what is wrong; the setting supplies the rest of the error. */
type ParseResult<Value> = { readonly value: Value } | (Pick<ConfigError, 'wrong'> & Partial<ConfigError>);

/** Reads and checks every setting. Throws one `ConfigInvalid` that lists all errors. */
export function loadConfig(env: Environment, readFile: (path: string) => string): Config {
  const values: Record<string, unknown> = {};
  const sources: Record<string, ConfigSource> = {};
  const errors: ConfigError[] = unknownNames(env);
  for (const setting of settingRows()) {
    const raw = find(setting, env, readFile);
    const read = 'value' in raw ? decode(setting, raw.value) : raw;
    if ('value' in read) values[setting.key] = deepFreeze(read.value);
    else errors.push({ name: setting.name, expected: setting.kind.expected, ...read });
    sources[setting.key] = ('value' in raw ? raw.value?.source : undefined) ?? 'default';
  }
  const isSet = (key: SettingKey): boolean => hasValue(env, settings[key].name);
  errors.push(...tlsIncomplete(isSet), ...authoritiesMissing(isSet));
  if (errors.length > 0 || !areComplete(values)) throw new ConfigInvalid(errors);
  const atOdds = valuesAtOdds(values);
  if (atOdds.length > 0) throw new ConfigInvalid(atOdds);
  return Object.freeze({ ...values, sources: Object.freeze(sources) });
}

/** Finds the text of a setting and its source. Empty text counts as not set, as in shells. */
function find(
  setting: Setting,
  env: Environment,
  readFile: (path: string) => string,
): ParseResult<RawSetting | undefined> {
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

function hasValue(env: Environment, name: string): boolean {
  return (textOf(env[name]) ?? textOf(env[name + fileSuffix])) !== undefined;
}

function fromFile(
  setting: Setting,
  path: string,
  readFile: (path: string) => string,
): ParseResult<RawSetting> {
  const name = setting.name + fileSuffix;
  // If the operator sets the secret itself instead of a path, the error must not contain it.
  const file = /^\.{0,2}\//.test(path) ? quote(path) : 'a file (its text is not shown)';
  try {
    const text = textOf(readFile(path));
    return text === undefined
      ? { name, wrong: `names ${file}, which is empty` }
      : { value: { text, source: 'file' } };
  } catch (error) {
    // Only the code: the message of a failed read could contain the content.
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const expected = 'the absolute path of a file this process may read';
    return { name, wrong: `names ${file}, which cannot be read${code}`, expected };
  }
}

function decode({ kind }: Setting, raw: RawSetting | undefined): ParseResult<unknown> {
  if (raw === undefined) return { value: undefined };
  if (raw.text.length > kind.lengthMax)
    return {
      wrong: `is ${raw.text.length} characters long`,
      expected: `at most ${kind.lengthMax} characters`,
    };
  const value = kind.decode(raw.text);
  if (Check(kind.schema, value)) return { value };
  if (kind.quoting === 'quoted') return { wrong: `is ${quote(raw.text)}` };
  const errorPath = value === undefined ? '' : pathOfError(kind.schema, value);
  return { wrong: `is not usable${errorPath === '' ? '' : ` at ${errorPath}`} (its text is not shown)` };
}

/** Returns the path of the error in a larger value. Undeclared members stay unnamed: their names may be any text. */
function pathOfError(schema: TSchema, value: unknown): string {
  return Errors(schema, value).findLast(({ keyword }) => keyword !== 'boolean')?.instancePath ?? '';
}

function quote(text: string): string {
  const short = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text;
  return JSON.stringify(short);
}

/** Reports `PORTICO_` names that are not settings: a typing error that would silently have no effect. */
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
