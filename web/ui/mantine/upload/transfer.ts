import { t } from '#texts';

/** Progress of a running upload: `at` in ms, `sent` in bytes. */
export interface Sample {
  at: number;
  sent: number;
}

const window = 5_000;

/** Keeps the samples of the last five seconds, as a moving average of the speed. */
export const keep = (samples: readonly Sample[], next: Sample): Sample[] => [
  ...samples.filter(({ at }) => next.at - at <= window),
  next,
];

/** Bytes per second over the samples; undefined with too few of them. */
export function speedOf(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 500) return undefined;
  return ((last.sent - first.sent) * 1000) / (last.at - first.at);
}

/** Seconds until the rest is sent at that speed. */
export const secondsLeft = (rest: number, speed: number | undefined): number | undefined =>
  speed === undefined || speed <= 0 ? undefined : Math.ceil(rest / speed);

export function formatSeconds(seconds: number): string {
  const words = t.admin.upload;
  if (seconds < 60) return words.seconds(seconds);
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60), minutes % 60);
}
