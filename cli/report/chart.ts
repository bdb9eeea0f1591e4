// Stacked bar charts as inline SVG. Colours are CSS classes, so that they adapt to light and dark mode. Each chart has
// a title and a description for screen readers.

export interface Series {
  name: string;
  values: readonly number[];
  /** Number of the colour. Default: the position of the series. */
  colour?: number;
}

/** Returns the CSS class of a series. */
export const colorClass = ({ colour }: Series, place: number): string => `s${colour ?? place}`;

export interface Chart {
  id: string;
  title: string;
  /** Description below the title and for screen readers. */
  description: string;
  /** Labels of the bars, such as days, from left to right. */
  labels: readonly string[];
  series: readonly Series[];
  /** Unit after numbers, such as `s`. */
  unit?: string;
}

const [WIDTH, HEIGHT] = [420, 220];
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 8, 12, 26];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Converts 2026-11-22 to `22 Nov`; returns other labels unchanged. */
function shortenLabel(label: string): string {
  const [, month = '', day = ''] = /^\d{4}-(\d\d)-(\d\d)$/.exec(label) ?? [];
  return day === '' ? label : `${Number(day)} ${MONTHS[Number(month) - 1]}`;
}

/** Returns the ticks of the axis: zero and up to four multiples of a whole number. The last tick is at least `most`. */
export function computeAxisTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / whole) + 1 }, (_, at) => at * whole);
}

/** Formats 1200 as 1.2k. */
export function formatShortNumber(value: number): string {
  for (const [size, sign] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const)
    if (value >= size) return `${Number((value / size).toFixed(1))}${sign}`;
  return String(value);
}

const round = (value: number): string => String(Number(value.toFixed(2)));

/** Renders the chart as SVG. */
export function renderBarChart({ id, title, description, labels, series, unit = '' }: Chart): string {
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const lines = computeAxisTicks(Math.max(0, ...totals));
  const top = lines[lines.length - 1] ?? 1;
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const step = (WIDTH - LEFT - RIGHT) / labels.length;
  const width = Math.min(step * 0.78, 48);
  const x = (at: number): number => LEFT + step * (at + 0.5);
  const parts = lines.map(
    (value) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y(value))}" y2="${round(y(value))}"/>` +
      `<text x="${LEFT - 6}" y="${round(y(value) + 4)}" text-anchor="end">${formatShortNumber(value)}${unit}</text>`,
  );
  // If there are more than 8 labels, prints every seventh, counted from the right, so that the newest day has one.
  const every = labels.length > 8 ? 7 : 1;
  labels.forEach((label, at) => {
    if ((labels.length - 1 - at) % every !== 0) return;
    const [place, anchor] = every > 1 && at === labels.length - 1 ? [WIDTH - RIGHT, 'end'] : [x(at), 'middle'];
    parts.push(
      `<text x="${round(place)}" y="${HEIGHT - 8}" text-anchor="${anchor}">${escapeHtml(shortenLabel(label))}</text>`,
    );
  });
  labels.forEach((label, at) => {
    let below = 0;
    series.forEach((one, place) => {
      const { name, values } = one;
      const value = values[at] ?? 0;
      if (value <= 0) return;
      const [from, to] = [y(below + value), y(below)];
      const what = `${shortenLabel(label)}, ${name}: ${value}${unit}`;
      // A bar above zero is always visible.
      const height = Math.max(to - from, 1.5);
      parts.push(
        `<rect class="${colorClass(one, place)}" x="${round(x(at) - width / 2)}" y="${round(to - height)}" width="${round(width)}" ` +
          `height="${round(height)}"><title>${escapeHtml(what)}</title></rect>`,
      );
      below += value;
    });
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-desc">` +
    `<title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-desc">${escapeHtml(description)}</desc>` +
    `${parts.join('')}</svg>`
  );
}
