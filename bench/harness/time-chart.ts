/** Values over the seconds of a run. */
export interface TimeChart {
  readonly title: string;
  readonly subtitle: string;
  readonly unit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly TimePoint[] }[];
}

export interface TimePoint {
  readonly second: number;
  readonly value: number;
}

const width = 960;
const height = 380;
const left = 76;
const right = 24;
const top = 96;
const bottom = 44;
const ink = '#1d2433';
const pale = '#d5dbe6';
const colours = ['#758e4f', '#33658a', '#c8553d'];
const ticks = 5;

/** Returns lines over time as SVG, from zero, with their names above. */
export function timeChart({ lines, subtitle, title, unit }: TimeChart): string {
  const points = lines.flatMap((line) => line.points);
  const most = Math.max(1, ...points.map(({ value }) => value));
  const last = Math.max(1, ...points.map(({ second }) => second));
  const x = (second: number): string => (left + (second / last) * (width - left - right)).toFixed(1);
  const y = (value: number): string => (top + (1 - value / most) * (height - top - bottom)).toFixed(1);
  const drawn = lines.map((line, index) => {
    const path = line.points.map(
      ({ second, value }, nth) => `${nth === 0 ? 'M' : 'L'}${x(second)} ${y(value)}`,
    );
    const colour = colours[index % colours.length];
    return `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="1.8"/><text x="${left + index * 110}" y="80" fill="${colour}" font-weight="600">${line.name}</text>`;
  });
  const grid = Array.from({ length: ticks + 1 }, (_, nth) => {
    const [value, second] = [(most * nth) / ticks, (last * nth) / ticks];
    return `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="${pale}"/><text x="${left - 10}" y="${y(value)}" text-anchor="end" fill="${ink}">${Math.round(value)}</text><text x="${x(second)}" y="${height - 16}" text-anchor="middle" fill="${ink}">${Math.round(second)} s</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${title}. ${subtitle}">
<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>
<text x="${left}" y="34" font-size="19" font-weight="600" fill="${ink}">${title} (${unit})</text>
<text x="${left}" y="56" fill="${ink}">${subtitle}</text>
${grid.join('\n')}
${drawn.join('\n')}
</svg>
`;
}
