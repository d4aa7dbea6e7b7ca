import { useEffect, useState } from 'react';
import { sendValidCode } from '../../../contract/account.ts';
import { call } from '../../api/call.ts';
import type { Captcha } from '../../ui/mantine/captcha/use-captcha.ts';

const pause = 60;

/** Asks for the code by mail, at most once a minute. */
export function useValidCode(captcha: Captcha) {
  const [sentTo, setSentTo] = useState<string>();
  const [wait, setWait] = useState(0);
  const [sending, setSending] = useState(false);

  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  /** Rejects as `call` does; the form shows why. */
  const send = async (email: string): Promise<void> => {
    setSending(true);
    try {
      await call(sendValidCode, { body: { email, purpose: 'register', captcha: await captcha.take() } });
      setSentTo(email);
      setWait(pause);
    } finally {
      setSending(false);
    }
  };

  return { send, sending, sentTo, wait };
}
