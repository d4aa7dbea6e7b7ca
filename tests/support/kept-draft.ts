import type { Page } from 'playwright-core';

/** What the browser keeps of a form's field; undefined without a draft, or without that field. */
export const keptDraft = (page: Page, form: string, field: string): Promise<string | undefined> =>
  page.evaluate<string | undefined>(`new Promise((resolve) => {
    const opening = indexedDB.open('vitrine-drafts');
    opening.onsuccess = () => {
      const asking = opening.result.transaction('drafts').objectStore('drafts').get(${JSON.stringify(form)});
      asking.onsuccess = () => {
        opening.result.close();
        resolve(asking.result?.values[${JSON.stringify(field)}]);
      };
    };
  })`);
