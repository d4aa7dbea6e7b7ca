import { Button, Skeleton } from '@mantine/core';
import type { ComponentType } from 'react';
import { t } from '#texts';
import { tDashboard } from '#texts/dashboard';
import { useLazy } from '../../ui/use-lazy.ts';
import type { DayChartProps } from './charts/day-chart.tsx';
import type { NameChartProps } from './charts/name-chart.tsx';
import styles from './dashboard.module.css';

// The chart library is as large as the rest of the back office: a lazy chunk.
const loadDayChart = () => import('./charts/day-chart.tsx').then(({ DayChart }) => DayChart);
const loadNameChart = () => import('./charts/name-chart.tsx').then(({ NameChart }) => NameChart);

function Lazy<Props extends object>({
  load,
  ...props
}: Props & { load: () => Promise<ComponentType<Props>> }) {
  const { Component, failed, retry } = useLazy(load);
  if (Component) return <Component {...(props as unknown as Props)} />;
  if (!failed) return <Skeleton height={240} />;
  return (
    <div className={styles.message} role="alert">
      <p>{tDashboard.chart.chartFailed}</p>
      <Button size="xs" variant="default" onClick={retry}>
        {t.admin.table.retry}
      </Button>
    </div>
  );
}

export const LazyDayChart = (props: DayChartProps) => <Lazy load={loadDayChart} {...props} />;
export const LazyNameChart = (props: NameChartProps) => <Lazy load={loadNameChart} {...props} />;
