const KEY = 'vitrine-review';

/** The token of a visit as a reviewer: this tab's alone, and gone with it. */
export const readGuestToken = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;
export const keepGuestToken = (token: string): void => sessionStorage.setItem(KEY, token);
export const dropGuestToken = (): void => sessionStorage.removeItem(KEY);

/** The secret behind `#`, which no server is sent (threat 13). */
export const readSecret = (): string => location.hash.slice(1).trim();

/** Once it has opened a visit, it does not stay in the address. */
export const hideSecret = (): void => history.replaceState(history.state, '', location.pathname);
