import { t } from '#texts/reading';
import { languageCookie, languageNames, languages, shortNames } from '../../texts/languages.ts';
import { reload } from '../session/before-reload.ts';
import hidden from './hidden.module.css';
import classes from './language-switch.module.css';

const year = 365 * 24 * 3600;

/** Stores the choice for a year, then reloads the URL: a page is built in one language. */
function change(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page is loaded anew right after, which must carry it
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${year}; SameSite=Strict`;
  // Typed text is kept as a draft; a form without one asks before the page unloads (beforeunload).
  void reload();
}

/** One button per other language, labelled in that language. */
export function LanguageSwitch() {
  return languages
    .filter((language) => language !== t.language)
    .map((language) => (
      <button
        className={classes.button}
        key={language}
        type="button"
        data-needs="script"
        onClick={() => change(language)}
        data-short={shortNames[language]}
      >
        <span className={hidden.hidden}>{t.reading.changeLanguage} </span>
        <span className={classes.name} lang={language}>
          {languageNames[language]}
        </span>
      </button>
    ));
}
