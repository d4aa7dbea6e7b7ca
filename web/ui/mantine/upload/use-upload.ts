import { useRef, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import { keep, type Sample, secondsLeft, speedOf } from './transfer.ts';

export interface UploadState {
  sent: number;
  total: number;
  /** Bytes per second. */
  speed: number | undefined;
  secondsLeft: number | undefined;
}

type Send<Result> = (how: {
  signal: AbortSignal;
  onUploadProgress(fraction: number): void;
}) => Promise<Result>;

export interface Upload {
  /** Undefined without a running upload. */
  state: UploadState | undefined;
  /** Runs one upload of about `total` bytes; resolves to undefined when cancelled, otherwise settles as `send` does. */
  run<Result>(total: number, send: Send<Result>): Promise<Result | undefined>;
  cancel(): void;
}

/** One upload at a time, with its progress; asks before the page unloads (beforeunload). */
export function useUpload(): Upload {
  const [state, setState] = useState<UploadState>();
  const control = useRef<AbortController>(undefined);

  useBeforeUnload((event) => {
    if (control.current) event.preventDefault();
  });

  async function run<Result>(total: number, send: Send<Result>): Promise<Result | undefined> {
    const controller = new AbortController();
    control.current = controller;
    let samples: Sample[] = [];
    const report = (fraction: number) => {
      const sent = Math.min(total, Math.round(fraction * total));
      samples = keep(samples, { at: performance.now(), sent });
      const speed = speedOf(samples);
      setState({ sent, total, speed, secondsLeft: secondsLeft(total - sent, speed) });
    };
    report(0);
    try {
      return await send({ signal: controller.signal, onUploadProgress: report });
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    } finally {
      control.current = undefined;
      setState(undefined);
    }
  }

  return { state, run, cancel: () => control.current?.abort() };
}
