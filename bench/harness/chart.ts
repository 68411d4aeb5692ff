interface BarPart {
  readonly name: string;
  readonly value: number;
}

export interface BarChart {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { readonly name: string; readonly parts: readonly BarPart[] }[];
}

const colours = ['#33658a', '#f6ae2d', '#758e4f', '#86bbd8'];
const width = 760;
const left = 110;
const right = 90;
const barHeight = 44;
const gap = 26;
const top = 64;

/** Returns stacked bars as SVG. */
export function barChart({ title, unit, bars }: BarChart): string {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const scale = (width - left - right) / Math.max(...totals);
  const height = top + bars.length * (barHeight + gap) + 30;
  const body = bars
    .map((bar, index) => drawBar(bar, top + index * (barHeight + gap), scale, unit))
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="15">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${left}" y="34" font-size="19" font-weight="600" fill="#1d2433">${title}</text>
${body}
</svg>
`;
}

function drawBar({ name, parts }: BarChart['bars'][number], y: number, scale: number, unit: string): string {
  let x = left;
  const middle = y + barHeight / 2 + 5;
  const pieces = parts.map(({ name: part, value }, index) => {
    const length = Math.max(1, value * scale);
    const label =
      length > 90
        ? `<text x="${x + 8}" y="${middle}" fill="${index === 1 ? '#1d2433' : '#ffffff'}">${part} ${value}</text>`
        : '';
    const piece = `<rect x="${x}" y="${y}" width="${length}" height="${barHeight}" fill="${colours[index % colours.length]}"><title>${part}: ${value} ${unit}</title></rect>${label}`;
    x += length;
    return piece;
  });
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return `<text x="${left - 10}" y="${middle}" text-anchor="end" fill="#1d2433">${name}</text>${pieces.join('')}<text x="${x + 8}" y="${middle}" fill="#1d2433" font-weight="600">${total} ${unit}</text>`;
}
