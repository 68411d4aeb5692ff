interface BarPart {
  readonly name: string;
  readonly value: number;
}

export interface BarChart {
  readonly title: string;
  readonly unit: string;
  /** Room for the names of the bars. */
  readonly nameWidth?: number;
  readonly bars: readonly { readonly name: string; readonly parts: readonly BarPart[] }[];
}

const colours = ['#33658a', '#f6ae2d', '#758e4f', '#86bbd8', '#9e5a63', '#6f6a8a'];
const width = 760;
const nameWidthDefault = 110;
const right = 90;
const barHeight = 44;
const gap = 26;
const top = 64;

/** Returns stacked bars as SVG. */
export function barChart({ title, unit, bars, nameWidth: left = nameWidthDefault }: BarChart): string {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = (width - left - right) / Math.max(...totals);
  const legend = drawLegend(bars, { left, scale, y: top + bars.length * (barHeight + gap) });
  const height = top + bars.length * (barHeight + gap) + 30 + legend.height;
  const body = bars
    .map((bar, index) => drawBar(bar, { left, y: top + index * (barHeight + gap), scale, unit }))
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="15">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${left}" y="34" font-size="19" font-weight="600" fill="#1d2433">${title}</text>
${body}${legend.text}
</svg>
`;
}

/** About the width of a letter. */
const letterWidth = 8;
const legendLineHeight = 24;

/** Names the colours, if one of the parts has no room for its name. */
function drawLegend(
  bars: BarChart['bars'],
  { left, scale, y }: Omit<BarPlace, 'unit'>,
): { readonly text: string; readonly height: number } {
  const parts = bars.flatMap((bar) => bar.parts);
  if (parts.every((part) => part.value === 0 || hasRoom(part, scale))) return { text: '', height: 0 };
  const names = [...new Set(parts.map(({ name }) => name))];
  let [x, line] = [left, y + legendLineHeight / 2];
  const entries = names.map((name, index) => {
    const length = 24 + name.length * letterWidth + 16;
    if (x > left && x + length > width) [x, line] = [left, line + legendLineHeight];
    const entry = `<rect x="${x}" y="${line - 11}" width="14" height="14" fill="${colours[index % colours.length]}"/><text x="${x + 20}" y="${line}" fill="#1d2433">${name}</text>`;
    x += length;
    return entry;
  });
  return { text: entries.join(''), height: line - y + legendLineHeight / 2 };
}

function hasRoom({ name, value }: BarPart, scale: number): boolean {
  return value * scale > `${name} ${value}`.length * letterWidth + 12;
}

interface BarPlace {
  readonly left: number;
  readonly y: number;
  readonly scale: number;
  readonly unit: string;
}

function drawBar({ name, parts }: BarChart['bars'][number], { left, scale, unit, y }: BarPlace): string {
  let x = left;
  const middle = y + barHeight / 2 + 5;
  const pieces = parts.map(({ name: part, value }, index) => {
    const length = Math.max(1, value * scale);
    const label = hasRoom({ name: part, value }, scale)
      ? `<text x="${x + 8}" y="${middle}" fill="${index === 1 ? '#1d2433' : '#ffffff'}">${part} ${value}</text>`
      : '';
    const piece = `<rect x="${x}" y="${y}" width="${length}" height="${barHeight}" fill="${colours[index % colours.length]}"><title>${part}: ${value} ${unit}</title></rect>${label}`;
    x += length;
    return piece;
  });
  // Sums of tenths have digits that no value has.
  const total = Math.round(parts.reduce((sum, { value }) => sum + value, 0) * 10) / 10;
  return `<text x="${left - 10}" y="${middle}" text-anchor="end" fill="#1d2433">${name}</text>${pieces.join('')}<text x="${x + 8}" y="${middle}" fill="#1d2433" font-weight="600">${total} ${unit}</text>`;
}
