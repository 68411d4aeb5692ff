import type { ShownLimit } from '#capabilities/identity/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill } from './fill.ts';
import type { PageContext } from './page-context.ts';
import { momentOf } from './written-time.ts';

/** Up to here a wait is said in seconds, afterwards by the time of day. */
const secondsMax = 120;

/** Says when a limit is over: now, in so many seconds, or from a time on. */
export function waitText({ timeZone, until, waitSeconds }: ShownLimit, context: PageContext): Html {
  const { from, inSeconds, newSignIn, now } = context.texts.limits;
  if (until === undefined || waitSeconds === undefined) return html`${newSignIn}`;
  if (waitSeconds === 0) return html`${now}`;
  return waitSeconds <= secondsMax
    ? fill(inSeconds, { seconds: waitSeconds })
    : fill(from, { time: momentOf(until, timeZone, context) });
}
