import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { DatedRow } from '../buckets.ts';
import styles from './charts.module.css';
import { ticksTo } from './ticks.ts';
import { TooltipBox } from './tooltip-box.tsx';

export interface Series {
  key: string;
  name: string;
  /** A CSS colour, a token of tokens.css. */
  color: string;
}

export interface Plot {
  /** Stacked on each other, the first at the bottom. */
  series: readonly Series[];
  /** Formats the axis. */
  short(value: number): string;
  /** Formats the tooltip. */
  full(value: number): string;
}

export interface DayChartProps {
  rows: readonly DatedRow[];
  /** One below the other over the same days: each plot has one unit. */
  plots: readonly Plot[];
  /** Formats a day, week or month for the axis. */
  shortDay(date: string): string;
  fullDay(date: string): string;
  /** Charts with the same name share the pointer position. */
  name: string;
}

const tick = { fill: 'var(--muted)', fontSize: 12 };

/** The height of a day's bar. */
const heightOf = (row: DatedRow, series: readonly Series[]) =>
  series.reduce((sum, { key }) => sum + Number(row[key as keyof DatedRow] ?? 0), 0);

/** Figures by day, as an image: its description is beside it, its figures in the table. */
export function DayChart({ rows, plots, shortDay, fullDay, name }: DayChartProps) {
  return (
    <>
      {plots.map(({ series, short, full }, place) => (
        <BarChart
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
            domain={[0, 'dataMax']}
            ticks={ticksTo(Math.max(...rows.map((row) => heightOf(row, series))))}
            interval={0}
            tickFormatter={short}
            tick={tick}
            width={58}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--sunken)' }}
            content={<TooltipBox titleOf={fullDay} say={full} />}
          />
          {series.map(({ key, name: seriesName, color }) => (
            <Bar
              key={key}
              dataKey={key}
              name={seriesName}
              stackId="day"
              fill={color}
              maxBarSize={28}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      ))}
    </>
  );
}
