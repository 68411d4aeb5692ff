import type { DeviceAsker } from '#capabilities/sca/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { plainName } from '../approval/plain-name.ts';
import { fill, name } from '../customer/fill.ts';
import { formatTime } from '../customer/format-time.ts';
import { labelFor } from '../customer/list-parts.ts';
import { paragraph, stepButton } from '../customer/parts.ts';
import type { AccessContext } from './access-parts.ts';
import type { AccessViewOf } from './access-view.ts';

/** Renders who asks on devices, each with the button that mutes it or ends the mute; nothing where there is none. */
export function askerList({ askers }: AccessViewOf<'list'>, context: AccessContext): Html | undefined {
  if (askers.length === 0) return undefined;
  const { intro, title } = context.words.askers;
  return html`<h2>${title}</h2>
${paragraph(intro)}<ul class="things">\n${askers.map((asker) => item(asker, context))}</ul>\n`;
}

function item(asker: DeviceAsker, context: AccessContext): Html {
  const { noName } = context.words;
  const { askedAt, mute, mutedUntil, unmute } = context.words.askers;
  const shown = plainName(asker.name) || noName;
  const isMuted = asker.mutedUntil !== undefined;
  const time = (instant: NonNullable<DeviceAsker['askedAt']>): Html =>
    formatTime(instant, context.timeZone, context);
  const lines = [
    asker.mutedUntil && html`<strong>${fill(mutedUntil, { time: time(asker.mutedUntil) })}</strong>`,
    asker.askedAt && fill(askedAt, { time: time(asker.askedAt) }),
  ].filter((one) => one !== undefined);
  const about = lines.map((line, index) => (index === 0 ? line : html`<br>${line}`));
  const action = stepButton(context, {
    step: isMuted ? 'unmute' : 'mute',
    label: labelFor(isMuted ? unmute : mute, shown),
    style: 'second',
    fields: { asker: asker.asker },
  });
  return html`<li><div><strong>${name(shown)}</strong><p>${about}</p></div>${action}</li>\n`;
}
