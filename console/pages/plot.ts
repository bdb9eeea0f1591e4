// Plots over time with uPlot. Colors are design tokens (CSS variables), so that they fit both themes.
import uPlot from 'uplot';
import { theme } from './theme.ts';
import { html, useEffect, useRef, type View } from './view.ts';

export interface Series {
  name: string;
  values: readonly (number | null)[];
  /** Name of the design token with the color. */
  colour: string;
}

/** Returns the color of a design token in the current theme, in the format that a canvas needs. */
function resolveColor(token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

interface PlotProps {
  /** Times of the values in seconds since 1970. */
  times: readonly number[];
  series: readonly Series[];
  /** Bars are stacked; lines are not. */
  kind: 'bars' | 'lines';
  height: number;
  unit?: string;
  label: string;
  /** True if a step is a day. */
  daily: boolean;
  /** Time of the release in seconds since 1970, displayed as a dashed line. */
  mark: number | null;
  /** Called with the index under the pointer, or null. */
  onPoint: (at: number | null) => void;
}

const BAR_WIDTH = 0.72;
const WIDEST_BAR = 28;

export default function Plot({ times, series, kind, height, unit = '', label, daily, mark, onPoint }: PlotProps): View {
  const box = useRef<HTMLDivElement>(null);
  const scheme = theme.value;
  const drawn = JSON.stringify([times, series.map(({ values }) => values), mark]);
  useEffect(() => {
    const at = box.current;
    if (at === null || times.length === 0) return;
    const bars = kind === 'bars';
    const sums = times.map(() => 0);
    // The largest stack is drawn first and the others over it, so that the visible part of each is its own value.
    const stacks = series.map(({ values }) =>
      values.map((value, i) => {
        sums[i] = (sums[i] ?? 0) + (value ?? 0);
        return sums[i] as number;
      }),
    );
    const rows = bars ? stacks.reverse() : series.map(({ values }) => [...values]);
    const order = bars ? [...series].reverse() : series;
    const half = ((times[1] ?? 0) - (times[0] ?? 0) || 3600) * 0.58;
    const axis = { stroke: resolveColor('--ink-3'), font: '11px Inter, system-ui', ticks: { show: false }, gap: 6 };
    const options: uPlot.Options = {
      width: at.clientWidth,
      height,
      padding: [8, 18, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: !bars, size: 7 }, drag: { x: false, y: false } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      scales: {
        y: { range: (_, __, most) => [0, Math.max(4, (most ?? 0) * 1.12)] },
        ...(bars
          ? { x: { range: (_: uPlot, low: number, high: number) => [low - half, high + half] as [number, number] } }
          : {}),
      },
      axes: [
        {
          ...axis,
          size: 26,
          grid: { show: false },
          space: 64,
          values: (_, splits) => splits.map((seconds) => tickLabel(seconds, daily)),
        },
        {
          ...axis,
          size: 48,
          grid: { stroke: resolveColor('--line'), width: 1 },
          space: 40,
          values: (_, splits) => splits.map((value) => `${value >= 1000 ? `${value / 1000}k` : value}${unit}`),
        },
      ],
      series: [
        {},
        ...order.map(({ colour }) =>
          bars
            ? {
                fill: resolveColor(colour),
                stroke: resolveColor(colour),
                width: 0,
                points: { show: false },
                ...(uPlot.paths.bars
                  ? { paths: uPlot.paths.bars({ size: [BAR_WIDTH, WIDEST_BAR], radius: 0.12 }) }
                  : {}),
              }
            : { stroke: resolveColor(colour), width: 2, points: { show: false }, spanGaps: true },
        ),
      ],
      hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)], draw: [(plot) => drawMark(plot, mark)] },
    };
    const plot = new uPlot(options, [[...times], ...rows] as uPlot.AlignedData, at);
    const watch = new ResizeObserver(() => plot.setSize({ width: at.clientWidth, height }));
    watch.observe(at);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [drawn, scheme]);
  return html`<div class="plot" ref=${box} role="img" aria-label=${label} style=${{ height: `${height}px` }}></div>`;
}

function drawMark({ ctx, bbox, valToPos }: uPlot, mark: number | null): void {
  if (mark === null) return;
  const x = valToPos(mark, 'x', true);
  ctx.save();
  ctx.strokeStyle = resolveColor('--ink-3');
  ctx.setLineDash([6, 6]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

function tickLabel(seconds: number, daily: boolean): string {
  const text = new Date(seconds * 1000).toISOString();
  return daily ? `${Number(text.slice(8, 10))}.${Number(text.slice(5, 7))}.` : `${text.slice(11, 13)}:00`;
}
