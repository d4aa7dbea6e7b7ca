import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import type { DatedRow } from '../buckets.ts';
import styles from './charts.module.css';
import { TooltipBox } from './tooltip-box.tsx';

export interface Series {
  key: string;
  name: string;
  /** A CSS colour, a token of tokens.css. */
  color: string;
  /** Dash pattern, so that lines differ by more than colour. */
  dash?: string;
}

export interface Plot {
  kind: 'bars' | 'lines';
  series: readonly Series[];
  /** Formats the axis. */
  short(value: number): string;
  /** Formats the tooltip. */
  full(value: number): string;
}

export interface DayChartProps {
  rows: readonly DatedRow[];
  /** Stacked vertically over the same days: each plot has one unit. */
  plots: readonly Plot[];
  /** Formats a day, week or month for the axis. */
  shortDay(date: string): string;
  fullDay(date: string): string;
  /** Charts with the same name share the pointer position. */
  name: string;
}

const tick = { fill: 'var(--muted)', fontSize: 12 };

/** Figures by day, as an image: its description is beside it, its figures in the table. */
export function DayChart({ rows, plots, shortDay, fullDay, name }: DayChartProps) {
  return (
    <>
      {plots.map(({ kind, series, short, full }, place) => (
        <ComposedChart
          key={series[0]?.key}
          className={styles.chart ?? ''}
          responsive
          accessibilityLayer={false}
          data={[...rows]}
          syncId={name}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          barCategoryGap="20%"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={shortDay}
            tick={place === plots.length - 1 ? tick : false}
            height={place === plots.length - 1 ? 24 : 4}
            tickLine={false}
            axisLine={{ stroke: 'var(--border)' }}
            minTickGap={28}
            interval="equidistantPreserveStart"
          />
          <YAxis
            tickFormatter={short}
            tick={tick}
            width={58}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickCount={4}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={kind === 'bars' ? { fill: 'var(--sunken)' } : { stroke: 'var(--border)' }}
            content={<TooltipBox titleOf={fullDay} say={full} />}
          />
          {series.map(({ key, name: seriesName, color, dash }) =>
            kind === 'bars' ? (
              <Bar
                key={key}
                dataKey={key}
                name={seriesName}
                fill={color}
                radius={[2, 2, 0, 0]}
                maxBarSize={28}
                isAnimationActive={false}
              />
            ) : (
              <Line
                key={key}
                dataKey={key}
                name={seriesName}
                type="linear"
                stroke={color}
                strokeWidth={2}
                {...(dash && { strokeDasharray: dash })}
                // A line of one point would be invisible.
                dot={rows.length === 1}
                activeDot={{ r: 4 }}
                isAnimationActive={false}
              />
            ),
          )}
        </ComposedChart>
      ))}
    </>
  );
}
