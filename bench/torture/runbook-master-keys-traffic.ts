import type { Instance } from '../harness/instance.ts';
import { sealedPartyAt } from '../harness/sealed-parties.ts';
import { createPageBrowser, keepAliveAgent } from '../harness/sign-in-browser.ts';
import type { Person } from '../harness/sign-in-people.ts';
import { signIn } from '../harness/sign-in-visit.ts';

/** Results of the requests during the change of keys. */
export interface TrafficTally {
  readonly signIns: number;
  readonly failedSignIns: number;
  readonly reads: number;
  readonly failedReads: number;
  readonly failures: readonly string[];
}

/** Sign-ins and reads, one after the other, until it is stopped. */
export interface Traffic {
  /** Sends further requests to another process, and waits for those in progress. */
  moveTo(port: number): Promise<void>;
  stop(): Promise<TrafficTally>;
}

const signInPauseMs = 250;
const readPauseMs = 100;
/** Number of employees; the rate limit of each is a few hundred reads per minute. */
const readers = 20;
const failuresMax = 20;

/** Starts a stream of sign-ins, and one of reads and searches by e-mail and phone. */
export async function startKeyTraffic(
  instance: Instance,
  people: readonly Person[],
  firstPort: number,
): Promise<Traffic> {
  const tokens = await Promise.all(
    Array.from({ length: readers }, (_, nth) =>
      instance.mint.mint({
        kind: 'application',
        id: `reader-${nth}`,
        scope: 'party.read',
        banks: ['01'],
        validForSeconds: 86_400,
      }),
    ),
  );
  const failures: string[] = [];
  const tally = { signIns: 0, failedSignIns: 0, reads: 0, failedReads: 0, failures };
  const agent = keepAliveAgent();
  let port = firstPort;
  let isOver = false;
  const underWay = new Set<Promise<unknown>>();

  const repeat = async (pauseMs: number, once: (nth: number) => Promise<void>): Promise<void> => {
    for (let nth = 0; !isOver; nth += 1) {
      const step = once(nth);
      underWay.add(step);
      await step;
      underWay.delete(step);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const fail = (what: string): void => {
    if (failures.length < failuresMax) failures.push(`${new Date().toISOString()} ${what}`);
  };

  const signInOnce = async (nth: number): Promise<void> => {
    const person = people[nth % people.length];
    if (person === undefined) return;
    const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
    const reached = await signIn(createPageBrowser({ port, agent, address }), person).then(
      (visit) => visit.reached,
      (error: unknown) => String(error),
    );
    tally.signIns += 1;
    if (reached === 'second-factor') return;
    tally.failedSignIns += 1;
    fail(`sign-in of ${person.username}: ${reached}`);
  };

  const readOnce = async (nth: number): Promise<void> => {
    const { email, partyNumber, phone } = sealedPartyAt((nth * 7) % people.length);
    const query = [
      `parties/${partyNumber}`,
      `parties?email=${encodeURIComponent(email)}`,
      `parties?phone-number=${encodeURIComponent(phone)}`,
    ][nth % 3];
    const found = await fetch(`http://127.0.0.1:${port}/v1/party/${query}`, {
      headers: { authorization: `Bearer ${tokens[nth % readers]}` },
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: unknown) => ({ status: 0, text: String(error) }),
    );
    tally.reads += 1;
    if (found.status === 200 && found.text.includes(partyNumber)) return;
    tally.failedReads += 1;
    fail(`read of ${query}: ${found.status} ${found.text.slice(0, 200)}`);
  };

  const loops = [repeat(signInPauseMs, signInOnce), repeat(readPauseMs, readOnce)];
  return {
    async moveTo(next) {
      port = next;
      await Promise.all(underWay);
    },
    async stop() {
      isOver = true;
      await Promise.all(loops);
      agent.destroy();
      return tally;
    },
  };
}
