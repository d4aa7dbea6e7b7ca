import { Bar, BarChart, LabelList, Tooltip, useChartWidth, XAxis, YAxis } from 'recharts';
import styles from './charts.module.css';
import { fitted } from './fitted.ts';
import { TooltipBox } from './tooltip-box.tsx';

interface NamedValue {
  name: string;
  value: number;
}

export interface NameChartProps {
  rows: readonly NamedValue[];
  /** Label of the bars' figure. */
  measure: string;
  color: string;
  short(value: number): string;
  full(value: number): string;
}

const ROW = 30;

/** The axis of names: at most 45 % of a narrow chart. */
function Names() {
  const width = Math.min(280, Math.round((useChartWidth() ?? 0) * 0.45));
  return (
    <YAxis
      type="category"
      dataKey="name"
      width={width}
      interval={0}
      tickLine={false}
      axisLine={{ stroke: 'var(--border)' }}
      // Custom text: the library's own would wrap.
      tick={({ x, y, payload }: { x: number | string; y: number | string; payload: { value: string } }) => (
        <text x={x} y={y} dy="0.35em" textAnchor="end" fontSize={12} fill="var(--ink)">
          {fitted(payload.value, width - 12)}
        </text>
      )}
    />
  );
}

/** A bar per name, sorted descending. An image, as DayChart. */
export function NameChart({ rows, measure, color, short, full }: NameChartProps) {
  return (
    <BarChart
      className={styles.names ?? ''}
      responsive
      accessibilityLayer={false}
      layout="vertical"
      data={[...rows]}
      style={{ height: rows.length * ROW + 8 }}
      margin={{ top: 4, right: 44, bottom: 4, left: 0 }}
    >
      <XAxis type="number" hide />
      <Names />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--sunken)' }}
        content={<TooltipBox titleOf={(name) => name} say={full} />}
      />
      <Bar
        dataKey="value"
        name={measure}
        fill={color}
        barSize={16}
        radius={[0, 3, 3, 0]}
        isAnimationActive={false}
      >
        <LabelList
          dataKey="value"
          position="right"
          fill="var(--muted)"
          fontSize={12}
          formatter={(value) => short(Number(value))}
        />
      </Bar>
    </BarChart>
  );
}
