import { t } from '#texts/reading';
import { paths } from '../paths.ts';
import { fullName, refreshVisitor, signOut, type Visitor } from '../session/user.ts';
import { storedLiteral } from '../session/wording.ts';
import controls from '../ui/controls.module.css';
import classes from './user-menu.module.css';

/** §2: a dropdown with the user's name. The Popover API handles Escape, outside clicks and aria-expanded. */
export function UserMenu({ visitor }: { visitor: Visitor }) {
  const literal = storedLiteral();
  const user = visitor.kind === 'signed in' ? visitor.user : undefined;
  return (
    <div className={classes.root}>
      <button className={`${controls.button} ${classes.toggle}`} type="button" popoverTarget="user-menu">
        <span className={classes.name}>{user ? fullName(user) : t.reading.account}</span>
        <svg className={classes.chevron} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 6l4 4 4-4" />
        </svg>
      </button>
      <div className={classes.menu} id="user-menu" popover="auto">
        {user && (
          <div className={classes.who}>
            <p className={classes.email}>{user.email}</p>
            <p className={user.status === 'approved' ? classes.approved : classes.waiting}>
              {t.reading.status[user.status]}
            </p>
          </div>
        )}
        {visitor.kind === 'unknown' && (
          <div className={classes.who}>
            <p className={classes.waiting}>{visitor.why}</p>
            <button className={controls.button} type="button" onClick={() => void refreshVisitor()}>
              {t.reading.retry}
            </button>
          </div>
        )}
        <a className={classes.entry} href={paths.account}>
          {t.reading.yourAccount}
        </a>
        <a
          className={classes.entry}
          href={paths.changePassword}
          aria-label={`${literal.changePassword}: ${t.reading.changePasswordName}`}
        >
          {literal.changePassword}
        </a>
        <button
          className={classes.entry}
          type="button"
          aria-label={`${literal.logout}: ${t.reading.logoutName}`}
          onClick={() => void signOut()}
        >
          {literal.logout}
        </button>
      </div>
    </div>
  );
}
