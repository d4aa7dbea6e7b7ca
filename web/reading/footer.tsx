import { t } from '#texts/reading';
import classes from './footer.module.css';
import { useSetting } from './setting.ts';

/** §2: laboratory contact text, copyright text and filing numbers, as the administrators wrote them. */
export function Footer() {
  const { contact, copyright, filings } = useSetting();
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
