/** Returns settings as a file for `node --env-file`. Values are quoted, because JSON has quotes and spaces. */
export function envFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return `${lines.join('\n')}\n`;
}

/** The format has no escapes inside these quotes, so the value must not contain its own. */
function quoted(value: string): string {
  const quote = ["'", '`', '"'].find((each) => !value.includes(each));
  if (quote === undefined) throw new Error('a setting has all three kinds of quotes');
  return `${quote}${value}${quote}`;
}
