import { useEffect, useState } from 'react';
import { sendValidCode } from '../../../contract/account.ts';
import { call } from '../../api/call.ts';
import type { Captcha } from '../../ui/mantine/captcha/use-captcha.ts';

const pause = 60;

/**
 * Requests a code by mail, at most once a minute.
 * @param mail the call that sends it
 */
export function useMailedCode(mail: (email: string) => Promise<unknown>) {
  const [sentTo, setSentTo] = useState<string>();
  const [wait, setWait] = useState(0);
  const [sending, setSending] = useState(false);

  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  /** Rejects as `call` does; the form shows the error. */
  const send = async (email: string): Promise<void> => {
    setSending(true);
    try {
      await mail(email);
      setSentTo(email);
      setWait(pause);
    } finally {
      setSending(false);
    }
  };

  /** Returns to the first step. */
  const forget = () => setSentTo(undefined);

  return { send, sending, sentTo, wait, forget };
}

export type MailedCode = ReturnType<typeof useMailedCode>;

export const useValidCode = (captcha: Captcha, purpose: 'register' | 'reset'): MailedCode =>
  useMailedCode(async (email) => {
    const body = { email, purpose, captcha: await captcha.take() };
    await call(sendValidCode, { body });
  });
