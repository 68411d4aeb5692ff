import { isUuid } from '#platform/kernel/ids.ts';
/** The texts of an option or operand as they were typed: undefined if it is absent, none for a flag. */
export type RawValues = readonly string[] | undefined;

/** A value, or what is wrong with what was typed. */
export type Reading<Value> = { readonly value: Value } | { readonly wrong: string };

/** One option or operand of a command. Help, completion, the reference and the checks derive from it. */
export interface Option<Value = unknown> {
  readonly summary: string;
  /** Stands for the value in help texts; undefined for a flag. */
  readonly placeholder: string | undefined;
  readonly occurs: 'once' | 'optional' | 'repeated';
  readonly choices?: readonly string[];
  /** The value without the option, as text. */
  readonly fallback?: string;
  /** The value must be a bank of this installation, which only the settings tell. */
  readonly isBank?: true;
  read(raw: RawValues): Reading<Value>;
}

/** Options by their name without dashes, or operands by the name of their value. */
export type OptionTable = Readonly<Record<string, Option>>;

/** The values of a table, each with the type of its option. */
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never;
};

/** Any text. Given twice, the last one counts. */
export function text(placeholder: string, summary: string): Option<string | undefined> {
  return { summary, placeholder, occurs: 'optional', read: (raw) => ({ value: raw?.at(-1) }) };
}

/** A text that may be given several times. */
export function texts(
  placeholder: string,
  summary: string,
  { min = 0 }: { readonly min?: 0 | 1 } = {},
): Option<readonly string[]> {
  return {
    summary,
    placeholder,
    occurs: 'repeated',
    read: (raw = []) => (raw.length < min ? { wrong: 'is missing' } : { value: raw }),
  };
}

/** A text of a given form. */
export function textLike(
  placeholder: string,
  summary: string,
  form: { readonly expected: string; readonly isValid: (value: string) => boolean },
): Option<string | undefined> {
  return {
    ...text(placeholder, summary),
    read(raw) {
      const value = raw?.at(-1);
      return value === undefined || form.isValid(value) ? { value } : { wrong: `must be ${form.expected}` };
    },
  };
}

/** Control characters, line ends, and what turns or hides the text behind it; joiners and direction marks belong to scripts. */
const unprintable =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u200b\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/**
 * A text of one line that others read as it was typed: the second employee on a terminal, and customers. It must not
 * change what is shown beside it.
 */
export function line(placeholder: string, summary: string, lengthMax: number): Option<string | undefined> {
  return textLike(placeholder, summary, {
    expected: `1 to ${lengthMax} characters that can be shown in one line`,
    isValid: (given) => given.trim() !== '' && given.length <= lengthMax && !unprintable.test(given),
  });
}

/** One of a closed list. */
export function choice<const Choice extends string>(
  placeholder: string,
  choices: readonly Choice[],
  summary: string,
): Option<Choice | undefined> {
  return {
    ...text(placeholder, summary),
    choices,
    read(raw) {
      const typed = raw?.at(-1);
      const value = choices.find((known) => known === typed);
      return typed === undefined || value !== undefined
        ? { value }
        : { wrong: `must be one of: ${choices.join(', ')}` };
    },
  };
}

/** A whole number within limits. */
export function count(
  placeholder: string,
  summary: string,
  { max, min }: { readonly min: number; readonly max: number },
): Option<number | undefined> {
  return {
    ...text(placeholder, summary),
    read(raw) {
      const typed = raw?.at(-1);
      if (typed === undefined) return { value: undefined };
      const value = /^\d{1,9}$/.test(typed) ? Number(typed) : -1;
      return value < min || value > max
        ? { wrong: `must be a whole number from ${min} to ${max}` }
        : { value };
    },
  };
}

/** Present or absent. */
export function flag(summary: string): Option<boolean> {
  return {
    summary,
    placeholder: undefined,
    occurs: 'optional',
    read: (raw) => ({ value: raw !== undefined }),
  };
}

/** Refuses a command line without the option. */
export function required<Value>(option: Option<Value | undefined>): Option<Value> {
  return {
    ...option,
    occurs: 'once',
    read(raw) {
      const reading = option.read(raw);
      if ('wrong' in reading) return reading;
      return reading.value === undefined ? { wrong: 'is missing' } : { value: reading.value };
    },
  };
}

/** Gives the option a value where it is not typed. */
export function withDefault<Value extends string | number>(
  option: Option<Value | undefined>,
  value: Value,
): Option<Value> {
  return {
    ...option,
    fallback: String(value),
    read(raw) {
      const reading = option.read(raw);
      return 'wrong' in reading ? reading : { value: reading.value ?? value };
    },
  };
}

/** A bank of this installation. */
export const optionalBank: Option<string | undefined> = {
  ...text('BANK', 'bank of this installation'),
  isBank: true,
};

export const bank: Option<string> = required(optionalBank);

/** An id that the database stores as UUID; another text would be an error of the database. */
export function uuid(placeholder: string, summary: string): Option<string | undefined> {
  return textLike(placeholder, summary, { expected: 'a UUID', isValid: isUuid });
}
