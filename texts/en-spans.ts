/** Words for spans of time. A file of its own: few of the pages' parts say any. */
export const tSpans = {
  /** §9: relative time. */
  ago: {
    now: 'just now',
    minute: ['minute', 'minutes'],
    hour: ['hour', 'hours'],
    day: ['day', 'days'],
    of: (time: string) => `${time} ago`,
  },
  /** How long the laboratory takes, from the median of its last decisions. */
  wait: {
    usually: (time: string) => `usually ${time}`,
    underHour: 'less than an hour',
    hour: ['hour', 'hours'],
    day: ['day', 'days'],
  },
} as const;
