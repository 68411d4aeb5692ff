/** A media type with its parameters; names in lower case. */
export interface MediaType {
  readonly essence: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const essencePattern = new RegExp(`^(${token}/${token})[ \\t]*`);
const parameterPattern = new RegExp(
  `^;[ \\t]*(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\[\\t\\x20-\\x7E])*)")[ \\t]*`,
);
const lengthMax = 300;

/** Parses a `Content-Type` (RFC 9110 8.3.1); undefined if it is malformed or names a parameter twice. */
export function parseMediaType(text: string | undefined): MediaType | undefined {
  if (text === undefined || text.length > lengthMax) return undefined;
  const head = essencePattern.exec(text);
  if (head?.[1] === undefined) return undefined;
  const parameters = parametersIn(text.slice(head[0].length));
  return parameters && { essence: head[1].toLowerCase(), parameters };
}

function parametersIn(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    const [whole, name = '', plain, quoted = ''] = parameterPattern.exec(rest) ?? [];
    if (whole === undefined || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), plain ?? quoted.replaceAll(/\\(.)/g, '$1'));
    rest = rest.slice(whole.length);
  }
  return parameters;
}

/** Whether the characters are those of UTF-8, the only encoding we read. */
export function isUtf8({ parameters }: MediaType): boolean {
  return (parameters.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
}
