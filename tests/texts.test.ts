import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grants, tagsOf } from '../server/auth/index.ts';
import { t as en } from '../texts/en.ts';
import { tAccount as enAccount } from '../texts/en-account.ts';
import { tAdminInstitutions as enAdminInstitutions } from '../texts/en-admin-institutions.ts';
import { tAdminRequests as enAdminRequests } from '../texts/en-admin-requests.ts';
import { tAdminTerms as enAdminTerms } from '../texts/en-admin-terms.ts';
import { tDashboard as enDashboard } from '../texts/en-dashboard.ts';
import { tDataset as enDataset } from '../texts/en-dataset.ts';
import { tDifference as enDifference } from '../texts/en-difference.ts';
import { t as enErrorPage } from '../texts/en-error-page.ts';
import { tFollows as enFollows } from '../texts/en-follows.ts';
import { tGroups as enGroups } from '../texts/en-groups.ts';
import { tHealth as enHealth } from '../texts/en-health.ts';
import { tHome as enHome } from '../texts/en-home.ts';
import { tInstitutions as enInstitutions } from '../texts/en-institutions.ts';
import { tLayout as enLayout } from '../texts/en-layout.ts';
import { letters as enLetters } from '../texts/en-letters.ts';
import { tLists as enLists } from '../texts/en-lists.ts';
import { t as enMachines } from '../texts/en-machines.ts';
import { tMailPreferences as enMailPreferences } from '../texts/en-mail-preferences.ts';
import { tProblems as enProblems } from '../texts/en-problems.ts';
import { t as enReading, tTitles as enTitles } from '../texts/en-reading.ts';
import { recallMails as enRecallMails } from '../texts/en-recall-mails.ts';
import { tRecallNotice as enRecallNotice } from '../texts/en-recall-notice.ts';
import { tRecalls as enRecalls } from '../texts/en-recalls.ts';
import { requestMails as enRequestMails } from '../texts/en-request-mails.ts';
import { tRequests as enRequests } from '../texts/en-requests.ts';
import { tReview as enReview } from '../texts/en-review.ts';
import { tReviewer as enReviewer } from '../texts/en-reviewer.ts';
import { t as enSignature } from '../texts/en-signature.ts';
import { tSigning as enSigning } from '../texts/en-signing.ts';
import { tSpans as enSpans } from '../texts/en-spans.ts';
import { tSystem as enSystem } from '../texts/en-system.ts';
import { tTabs as enTabs } from '../texts/en-tabs.ts';
import { tUploads as enUploads } from '../texts/en-uploads.ts';
import { tVersions as enVersions } from '../texts/en-versions.ts';
import { t as zhCN } from '../texts/zh-CN.ts';
import { tAccount as zhCNAccount } from '../texts/zh-CN-account.ts';
import { tAdminInstitutions as zhCNAdminInstitutions } from '../texts/zh-CN-admin-institutions.ts';
import { tAdminRequests as zhCNAdminRequests } from '../texts/zh-CN-admin-requests.ts';
import { tAdminTerms as zhCNAdminTerms } from '../texts/zh-CN-admin-terms.ts';
import { tDashboard as zhCNDashboard } from '../texts/zh-CN-dashboard.ts';
import { tDataset as zhCNDataset } from '../texts/zh-CN-dataset.ts';
import { tDifference as zhCNDifference } from '../texts/zh-CN-difference.ts';
import { t as zhCNErrorPage } from '../texts/zh-CN-error-page.ts';
import { tFollows as zhCNFollows } from '../texts/zh-CN-follows.ts';
import { tGroups as zhCNGroups } from '../texts/zh-CN-groups.ts';
import { tHealth as zhCNHealth } from '../texts/zh-CN-health.ts';
import { tHome as zhCNHome } from '../texts/zh-CN-home.ts';
import { tInstitutions as zhCNInstitutions } from '../texts/zh-CN-institutions.ts';
import { tLayout as zhCNLayout } from '../texts/zh-CN-layout.ts';
import { letters as zhCNLetters } from '../texts/zh-CN-letters.ts';
import { tLists as zhCNLists } from '../texts/zh-CN-lists.ts';
import { t as zhCNMachines } from '../texts/zh-CN-machines.ts';
import { tMailPreferences as zhCNMailPreferences } from '../texts/zh-CN-mail-preferences.ts';
import { tProblems as zhCNProblems } from '../texts/zh-CN-problems.ts';
import { t as zhCNReading, tTitles as zhCNTitles } from '../texts/zh-CN-reading.ts';
import { recallMails as zhCNRecallMails } from '../texts/zh-CN-recall-mails.ts';
import { tRecallNotice as zhCNRecallNotice } from '../texts/zh-CN-recall-notice.ts';
import { tRecalls as zhCNRecalls } from '../texts/zh-CN-recalls.ts';
import { requestMails as zhCNRequestMails } from '../texts/zh-CN-request-mails.ts';
import { tRequests as zhCNRequests } from '../texts/zh-CN-requests.ts';
import { tReview as zhCNReview } from '../texts/zh-CN-review.ts';
import { tReviewer as zhCNReviewer } from '../texts/zh-CN-reviewer.ts';
import { t as zhCNSignature } from '../texts/zh-CN-signature.ts';
import { tSigning as zhCNSigning } from '../texts/zh-CN-signing.ts';
import { tSpans as zhCNSpans } from '../texts/zh-CN-spans.ts';
import { tSystem as zhCNSystem } from '../texts/zh-CN-system.ts';
import { tTabs as zhCNTabs } from '../texts/zh-CN-tabs.ts';
import { tUploads as zhCNUploads } from '../texts/zh-CN-uploads.ts';
import { tVersions as zhCNVersions } from '../texts/zh-CN-versions.ts';
import { contractEndpoints } from './support/contract.ts';

type Words = string | ((...values: never[]) => string) | readonly Words[] | { readonly [key: string]: Words };

/** Every text by the path of its keys. A function is told by its parameters, filled with marks. */
function textsOf(words: Words, path = ''): [string, string | { text: string; places: number }][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') {
    const marks = Array.from({ length: words.length }, (_, index) => `<${index}>`) as never[];
    return [[path, { text: words(...marks), places: words.length }]];
  }
  return Object.entries(words).flatMap(([key, value]) =>
    textsOf(value, path === '' ? key : `${path} / ${key}`),
  );
}

/** Without what is the same in every language: lines for a terminal, and places for values. */
const wordsOf = (text: ReturnType<typeof textsOf>[number][1]) =>
  (typeof text === 'string' ? text : text.text).replace(/`[^`]*`|\{\w+\}/g, '—');
const byKey = (words: Words) => new Map(textsOf(words));

/** Names, units and forms that Chinese readers know by their Latin letters. */
const latin = new Set(
  `Vitrine JavaScript SHA SAH APA BibTeX RIS CSL Mbit s ZIP PDF PNG JPEG WebP AVIF MB CSV JSON ID UTC SMTP URL Markdown HTTP Basic Bearer curl wget
   MiB DOI ORCID ROR Node Caddy nginx J K X A R en zh CN https name example org university edu my data json brain mri zip`.split(
    /\s+/,
  ),
);

const catalogues: [string, Words, Words][] = [
  ['en-error-page.ts', enErrorPage, zhCNErrorPage],
  ['en-machines.ts', enMachines, zhCNMachines],
  ['en-dashboard.ts', enDashboard, zhCNDashboard],
  ['en-admin-requests.ts', enAdminRequests, zhCNAdminRequests],
  ['en-admin-terms.ts', enAdminTerms, zhCNAdminTerms],
  ['en-difference.ts', enDifference, zhCNDifference],
  ['en-dataset.ts', enDataset, zhCNDataset],
  ['en-layout.ts', enLayout, zhCNLayout],
  ['en-follows.ts', enFollows, zhCNFollows],
  ['en-groups.ts', enGroups, zhCNGroups],
  ['en-letters.ts', enLetters, zhCNLetters],
  ['en-problems.ts', enProblems, zhCNProblems],
  ['en-lists.ts', enLists, zhCNLists],
  ['en-mail-preferences.ts', enMailPreferences, zhCNMailPreferences],
  ['en-home.ts', enHome, zhCNHome],
  ['en-admin-institutions.ts', enAdminInstitutions, zhCNAdminInstitutions],
  ['en-institutions.ts', enInstitutions, zhCNInstitutions],
  ['en-reading.ts', { ...enReading, titles: enTitles }, { ...zhCNReading, titles: zhCNTitles }],
  ['en-request-mails.ts', enRequestMails, zhCNRequestMails],
  ['en-requests.ts', enRequests, zhCNRequests],
  ['en-review.ts', enReview, zhCNReview],
  ['en-reviewer.ts', enReviewer, zhCNReviewer],
  ['en-signature.ts', enSignature, zhCNSignature],
  ['en-signing.ts', enSigning, zhCNSigning],
  ['en-recall-mails.ts', enRecallMails, zhCNRecallMails],
  ['en-recall-notice.ts', enRecallNotice, zhCNRecallNotice],
  ['en-recalls.ts', enRecalls, zhCNRecalls],
  ['en-spans.ts', enSpans, zhCNSpans],
  ['en-tabs.ts', enTabs, zhCNTabs],
  ['en-system.ts', enSystem, zhCNSystem],
  ['en-uploads.ts', enUploads, zhCNUploads],
  ['en-versions.ts', enVersions, zhCNVersions],
  ['en-health.ts', enHealth, zhCNHealth],
  ['en-account.ts', enAccount, zhCNAccount],
  ['en.ts', en, zhCN],
];

it('decisions §8: one catalogue file per language, each in every language', () => {
  const files = readdirSync(new URL('../texts', import.meta.url)).filter((name) =>
    // The server's sentences stand in the code in English: see messages.test.ts.
    /^(en|zh-CN)\b(?!-message).*(?<!\.test)\.ts$/.test(name),
  );
  const english = files.filter((name) => name.startsWith('en'));
  expect(english.sort()).toEqual(catalogues.map(([name]) => name).sort());
  expect(files.filter((name) => name.startsWith('zh-CN')).sort()).toEqual(
    english.map((name) => name.replace(/^en/, 'zh-CN')).sort(),
  );
});

describe.each(catalogues)('%s and its twin in simplified Chinese', (_, english, chinese) => {
  it('have the same keys', () => {
    expect([...byKey(chinese).keys()].sort()).toEqual([...byKey(english).keys()].sort());
  });

  it('have the same places to fill in, but for what only English needs, the form of its plurals', () => {
    const twins = byKey(chinese);
    for (const [key, text] of textsOf(english)) {
      const twin = twins.get(key) as typeof text;
      expect(typeof twin, key).toBe(typeof text);
      const marks = (one: typeof text) => [...new Set(wordsOf(one).match(/<\d>/g))].sort();
      expect(marks(twin), key).toEqual(marks(text));
    }
  });

  it('no English is left over', () => {
    for (const [key, text] of textsOf(chinese)) {
      const left = (wordsOf(text).match(/[A-Za-z]+/g) ?? []).filter((word) => !latin.has(word));
      expect(left, `${key}: ${wordsOf(text)}`).toEqual([]);
    }
  });

  it('no text is empty, none is copied where it could be said in Chinese', () => {
    const twins = byKey(chinese);
    for (const [key, text] of textsOf(english)) {
      const said = wordsOf(twins.get(key) as typeof text);
      expect(said.trim(), key).not.toBe('');
      const onlyLatin = !/[一-鿿]/.test(said);
      if (onlyLatin)
        expect(said.replace(/<\d>/g, '').match(/[A-Za-z]{2,}/g) ?? [], key).toSatisfy((words: string[]) =>
          words.every((word) => latin.has(word)),
        );
    }
  });

  it('Chinese is punctuated as Chinese: no half-width comma, colon or full stop after a Chinese character', () => {
    for (const [key, text] of textsOf(chinese)) {
      if (key.endsWith('authorsHint')) continue;
      expect(wordsOf(text), key).not.toMatch(/[一-鿿][,:;!?()]|[一-鿿]\.(?!\w)|\.\.\./);
    }
  });
});

describe('the two wordings', () => {
  it('every literal has a corrected twin', () => {
    expect(Object.keys(enReading.corrected)).toEqual(Object.keys(enReading.literal));
    expect(Object.keys(zhCNReading.corrected)).toEqual(Object.keys(zhCNReading.literal));
  });

  it('§2 and §8: the default wording is the specification, to the letter', () => {
    expect(enReading.literal).toMatchObject({
      dataList: 'Data list',
      dataName: 'Data name',
      desc: 'Desc',
      download: 'Download',
      subset: 'subset',
      wholeDataset: 'Whole dataset',
      integrity: 'SAH-256',
      signInToDownload: 'your must sign in to download',
      document: 'Document',
      changePassword: 'changePassword',
      logout: 'logout',
      logoutConfirm: 'are you sure to log out and exit the system',
      systemPrompt: 'system prompt',
      logInAgain: 'log in again',
      cancel: 'cancel',
      login: 'login',
      serverConnectError: 'server connect error！',
    });
    expect(enReading.literal.sessionExpired).toMatch(/login state has expired/);
    expect(enReading.literal.tokenExpired).toMatch(/token has already expired.*please login again/);
  });

  it('the odd ones are put right', () => {
    expect(Object.values(enReading.corrected).join('\n')).not.toMatch(
      /SAH|your must|changePassword|logout|！/,
    );
    expect(Object.values(zhCNReading.corrected).join('\n')).not.toMatch(/SAH/);
  });
});

it('decisions §2: the words for an auditor say what the permissions let one read, administrators too', async () => {
  const tags = (await contractEndpoints()).flatMap(({ who }) => (who.kind === 'admin' ? [who.tag] : []));
  const reads = tags.filter((tag) => tag.endsWith(':read'));
  expect(tags.filter((tag) => grants(tagsOf('auditor'), tag))).toEqual(reads);
  expect(reads).toContain('admin:list:read');
  expect(en.admin.roles.auditor.what).toContain('also the administrators and the audit log');
  expect(zhCN.admin.roles.auditor.what).toContain('包括管理员和审计日志');
});

it('the word is licence wherever people read English', () => {
  const texts = catalogues.flatMap(([, english]) => textsOf(english));
  expect(texts.map(([, text]) => wordsOf(text)).filter((words) => /\blicenses?\b/i.test(words))).toEqual([]);
});

it('each finding of System health is of an area that has a name', () => {
  const of = (id: string) => id.split('.', 1)[0];
  expect([...new Set(Object.keys(enHealth.findings).map(of))].sort()).toEqual(
    Object.keys(enHealth.areas).sort(),
  );
});
