const MINUTE = 60_000;

/** Requests per client address (threats.md, "Limits"). */
const perAddress: Record<string, { max: number; timeWindow: number }> = {
  reading: { max: 300, timeWindow: MINUTE },
  code: { max: 60, timeWindow: 60 * MINUTE },
  register: { max: 60, timeWindow: 60 * MINUTE },
  reset: { max: 60, timeWindow: 60 * MINUTE },
  report: { max: 60, timeWindow: 60 * MINUTE },
  // Each opens a session.
  review: { max: 60, timeWindow: 60 * MINUTE },
  invite: { max: 60, timeWindow: 60 * MINUTE },
  // A class asks from one address, with several documents each.
  document: { max: 300, timeWindow: 60 * MINUTE },
  // A class signs in from one address.
  institution: { max: 120, timeWindow: MINUTE },
  captcha: { max: 300, timeWindow: MINUTE },
};

/** A route's rate-limit options. `factor` multiplies the limit, 0 switches it off. */
export const limitConfig =
  (factor: number) =>
  (name: string): object => {
    const limit = perAddress[name];
    if (!limit) throw new Error(`no limit is named ${name}`);
    if (factor === 0) return {};
    return {
      rateLimit: { max: Math.ceil(limit.max * factor), timeWindow: limit.timeWindow, groupId: name },
    };
  };
