import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { DevMessage } from '../dev/messages.ts';

/** Older messages are no longer shown. */
const shownMax = 50;
const refreshSeconds = 2;
const codePattern = /(?<![0-9+])[0-9]{6,8}(?![0-9])/;

/** Shows what the bank has sent to its customers: the telephone and the mailbox of all of them. */
export interface MessagesPage {
  readonly server: Server;
  show(message: DevMessage): void;
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e8ecf2); --soft: light-dark(#5a6675, #a3afbf);
  --paper: light-dark(#fff, #1b222c); --line: light-dark(#e1e6ec, #303a47); --main: light-dark(#1f4fd8, #86a8ff) }
* { box-sizing: border-box } h1, p { margin: 0 }
body { margin: 0; padding: 24px 16px; color: var(--ink); background: light-dark(#f3f5f8, #12171e); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 40rem; margin: 0 auto } h1 { font-size: 1.5rem }
header p, .from { color: var(--soft) } ul { list-style: none; margin: 24px 0 0; padding: 0; display: grid; gap: 12px }
li { padding: 16px 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--paper); overflow-wrap: anywhere }
.from { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; font-size: .875rem }
.code { font: 700 1.75rem/1.6 ui-monospace, monospace; letter-spacing: .12em; color: var(--main) }
.text { white-space: pre-line }`;

/** Starts the page. Messages are in memory: each start of the demo begins without any. */
export async function startMessagesPage(port: number): Promise<MessagesPage> {
  const messages: DevMessage[] = [];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store');
    response.setHeader('refresh', refreshSeconds).end(pageOf(messages));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    show(message) {
      messages.unshift(message);
      messages.splice(shownMax);
    },
  };
}

function pageOf(messages: readonly DevMessage[]): string {
  const list = messages.map(itemOf).join('');
  const content = list === '' ? '<ul><li class="from">No messages yet.</li></ul>' : `<ul>${list}</ul>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Messages of the demo bank</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><header><h1>Messages</h1><p>Text messages and mails of the demo bank to its customers, the newest first.</p></header>
${content}</main></body></html>`;
}

function itemOf({ at, medium, text, to }: DevMessage): string {
  const [code] = medium === 'sms' ? (codePattern.exec(text) ?? []) : [];
  return `<li><p class="from"><span>${medium === 'sms' ? 'Text message' : 'Mail'} to ${escaped(to)}</span><time>${at.slice(11, 19)} UTC</time></p>
${code === undefined ? '' : `<p class="code">${code}</p>`}<p class="text">${escaped(text.trim())}</p></li>`;
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
