import type { ServerResponse } from 'node:http';
import type { Approval, Approvals } from './approvals.ts';
import { BankRefusal } from './bank-connection.ts';
import type { MemoryFile } from './memory.ts';
import { SignedOut } from './session.ts';

const pollMs = 2_000;

/** What waits for the customer, as the bank last said. */
export interface Inbox {
  readonly waiting: readonly Approval[];
  /** The newest push message, and when it arrived; that of a request is gone once the request is answered. */
  readonly push: { readonly text: string; readonly at: Date } | undefined;
  /** Whether the bank did not answer the last time. */
  readonly isOffline: boolean;
  /** Asks the bank now. */
  look(): Promise<void>;
  receive(text: string): void;
  /** Counts what a page of the phone shows: a page with another version is not current. */
  readonly version: number;
  /** Keeps a response open for a page, and writes to it when the page is not current, or a push message arrives. */
  follow(response: ServerResponse, pageVersion: number): void;
}

/** Asks the bank every two seconds, and at once when a push message arrives. */
export function openInbox(approvals: Approvals, memory: MemoryFile): Inbox {
  let waiting: readonly Approval[] = [];
  let push: Inbox['push'];
  let isOffline = false;
  let looking: Promise<void> | undefined;
  const followers = new Set<ServerResponse>();
  let version = 0;
  const announce = (event: string, data: string): void => {
    for (const follower of followers) follower.write(eventText(event, data));
  };
  const fetchOnce = async (): Promise<void> => {
    const before = stateOf();
    const hadRequest = waiting.length > 0;
    const startedAt = new Date();
    try {
      waiting = memory.now.isPaired ? await approvals.list() : [];
      isOffline = false;
    } catch (error) {
      waiting = [];
      // The bank has unpaired this phone: nothing that it has is worth anything there.
      if (isOver(error)) await memory.clear();
      else isOffline = true;
    }
    const isAnswered = hadRequest && waiting.length === 0;
    if (isAnswered && push !== undefined && push.at < startedAt) push = undefined;
    if (before === stateOf()) return;
    version += 1;
    announce('change', String(version));
  };
  const stateOf = (): string =>
    JSON.stringify([waiting.map(({ approvalId }) => approvalId), isOffline, memory.now.isPaired]);
  const look = (): Promise<void> => {
    looking ??= fetchOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  setInterval(() => void look(), pollMs);
  return {
    get waiting() {
      return waiting;
    },
    get push() {
      return push;
    },
    get isOffline() {
      return isOffline;
    },
    get version() {
      return version;
    },
    async look() {
      // A question that is under way may have been answered before the change that the caller knows of.
      await looking;
      await look();
    },
    receive(text) {
      push = { text, at: new Date() };
      announce('push', text);
      void look();
    },
    follow(response, pageVersion) {
      followers.add(response);
      response.once('close', () => followers.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(pageVersion === version ? ': open\n\n' : eventText('change', String(version)));
      // It may have arrived after the page was rendered.
      if (push !== undefined) response.write(eventText('push', push.text));
    },
  };
}

/** An event as browsers read it: a line of data must not end early. */
function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data.replaceAll(/\s+/g, ' ')}\n\n`;
}

function isOver(error: unknown): boolean {
  return error instanceof SignedOut || (error instanceof BankRefusal && error.code === 'device-required');
}
