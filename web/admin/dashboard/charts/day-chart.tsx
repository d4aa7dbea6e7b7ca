import { Bar, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from 'recharts';
import type { DatedRow } from '../buckets.ts';
import styles from './charts.module.css';
import { TooltipBox } from './tooltip-box.tsx';

export interface Series {
  key: string;
  name: string;
  /** A CSS colour, of tokens.css. */
  color: string;
  /** Tells lines apart where colours do not. */
  dash?: string;
}

export interface Plot {
  kind: 'bars' | 'lines';
  series: readonly Series[];
  /** Of the axis. */
  short(value: number): string;
  /** Beside the pointer. */
  full(value: number): string;
}

export interface DayChartProps {
  rows: readonly DatedRow[];
  /** Drawn below each other over the same days: figures of one unit each. */
  plots: readonly Plot[];
  /** A day, week or month in a few letters, and in full. */
  shortDay(date: string): string;
  fullDay(date: string): string;
  /** Charts of one name follow one pointer. */
  name: string;
}

const tick = { fill: 'var(--muted)', fontSize: 12 };

/** Figures over days. A picture: its words are beside it, its figures in the table. */
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
                // A line of one point would show nothing.
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
