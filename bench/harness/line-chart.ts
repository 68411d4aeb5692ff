import type { Temporal } from 'temporal-polyfill';

export interface LineChart {
  readonly title: string;
  readonly subtitle: string;
  /** One value for each day, in their order. */
  readonly points: readonly { readonly day: Temporal.PlainDate; readonly value: number }[];
}

const width = 960;
const height = 420;
const left = 76;
const right = 24;
const top = 76;
const bottom = 48;
const ink = '#1d2433';
const pale = '#d5dbe6';
const line = '#33658a';
const ticksWanted = 6;

/** Returns a line over days as SVG, with months below and a line at zero. Its own ground keeps it legible in the dark. */
export function lineChart({ points, subtitle, title }: LineChart): string {
  const values = points.map(({ value }) => value);
  const step = niceStep((Math.max(0, ...values) - Math.min(0, ...values)) / ticksWanted);
  const least = Math.floor(Math.min(0, ...values) / step) * step;
  const most = Math.ceil(Math.max(0, ...values) / step) * step;
  const x = (index: number): number =>
    left + (index / Math.max(1, points.length - 1)) * (width - left - right);
  const y = (value: number): number => top + ((most - value) / (most - least)) * (height - top - bottom);
  // A balance stays until it changes: steps, not slopes.
  const path = points
    .map(({ value }, index) =>
      index === 0
        ? `M${x(0).toFixed(1)} ${y(value).toFixed(1)}`
        : `H${x(index).toFixed(1)}V${y(value).toFixed(1)}`,
    )
    .join('');
  const area = `${path}V${y(0).toFixed(1)}H${left}Z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${title}. ${subtitle}">
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
<text x="${left}" y="34" font-size="19" font-weight="600" fill="${ink}">${title}</text>
<text x="${left}" y="56" fill="${ink}">${subtitle}</text>
${valueLines({ least, most, step, y })}
${monthLines(points, x)}
<path d="${area}" fill="${line}" fill-opacity="0.14"/>
<path d="${path}" fill="none" stroke="${line}" stroke-width="1.6" stroke-linejoin="round"/>
<line x1="${left}" x2="${width - right}" y1="${y(0)}" y2="${y(0)}" stroke="${ink}" stroke-width="1.2"/>
</svg>
`;
}

/** Returns 1, 2 or 5 times a power of ten. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  return ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
}

function valueLines({
  least,
  most,
  step,
  y,
}: {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly y: (value: number) => number;
}): string {
  const count = Math.round((most - least) / step);
  return Array.from({ length: count + 1 }, (_, nth) => least + nth * step)
    .map(
      (value) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="${pale}"/><text x="${left - 10}" y="${y(value) + 5}" text-anchor="end" fill="${ink}">${value.toLocaleString('en')}</text>`,
    )
    .join('\n');
}

const quarter = 3;

/** A line for every month, and its name for every third. */
function monthLines(points: LineChart['points'], x: (index: number) => number): string {
  return points
    .flatMap(({ day }, index) => (day.day === 1 ? [{ day, at: x(index).toFixed(1) }] : []))
    .map(({ at, day }) => {
      const isNamed = (day.month - 1) % quarter === 0;
      const name = day.toLocaleString('en', { month: 'short', year: 'numeric' });
      const label = isNamed
        ? `<text x="${at}" y="${height - bottom + 24}" text-anchor="middle" fill="${ink}">${name}</text>`
        : '';
      return `<line x1="${at}" x2="${at}" y1="${top}" y2="${height - bottom + (isNamed ? 8 : 4)}" stroke="${pale}" stroke-opacity="${isNamed ? 1 : 0.5}"/>${label}`;
    })
    .join('\n');
}
