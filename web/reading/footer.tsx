import { t } from '#texts/reading';
import type { Setting } from '../../contract/setting.ts';
import classes from './footer.module.css';
import { useSetting } from './setting.ts';

/** §2: laboratory contact text, copyright text and filing numbers, as configured. */
export function FooterText({
  contact,
  copyright,
  filings,
}: Pick<Setting, 'contact' | 'copyright' | 'filings'>) {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        {contact && (
          <address className={classes.contact} aria-label={t.reading.contact}>
            {contact}
          </address>
        )}
        <div className={classes.legal}>
          {copyright && <p>{copyright}</p>}
          {filings && <p>{filings}</p>}
        </div>
      </div>
    </footer>
  );
}

export const Footer = () => <FooterText {...useSetting()} />;
