import { readFile, writeFile } from 'node:fs/promises';
import { devFiles } from './dev/clone.ts';

/**
 * `npm run dev:code -- RECIPIENT` prints the newest code that `npm run dev` has sent to a phone number or an address,
 * and waits for it. It prints each code once, so that a script never takes the code of an earlier request.
 */
const waitMaxMs = 20_000;
const pollMs = 100;
const codePattern = /(?<![0-9+])[0-9]{6,8}(?![0-9])/;

const [recipient = ''] = process.argv.slice(2);
const linesRead = Number(await readFile(devFiles.messagesRead, 'utf8').catch(() => '0'));

async function newestCode(): Promise<string | undefined> {
  const text = await readFile(devFiles.messages, 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  const codes = lines.slice(linesRead).flatMap((line) => {
    const message: { readonly to: string; readonly text: string } = JSON.parse(line);
    return message.to === recipient ? (codePattern.exec(message.text) ?? []) : [];
  });
  if (codes.length > 0) await writeFile(devFiles.messagesRead, String(lines.length));
  return codes.at(-1);
}

const deadline = performance.now() + waitMaxMs;
let code: string | undefined;
while (code === undefined && performance.now() < deadline) {
  code = await newestCode();
  if (code === undefined) await new Promise((resolve) => setTimeout(resolve, pollMs));
}
if (code === undefined) {
  console.error(
    recipient === ''
      ? 'usage: npm run dev:code -- RECIPIENT'
      : `No new code was sent to ${recipient}. Does npm run dev run in this clone?`,
  );
  process.exit(1);
}
console.log(code);
