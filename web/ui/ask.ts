import type { Literal } from '../session/wording.ts';
import classes from './ask.module.css';
import controls from './controls.module.css';

interface Question {
  title: string;
  words: string;
  confirm: string;
  cancel: string;
}

const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, text = '', className = '') => {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
};

/** A modal question in a native <dialog>; resolves to true when confirmed. Escape means no. */
function ask({ title, words, confirm, cancel }: Question): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const dialog = element('dialog', '', classes.dialog);
  const heading = element('h2', title, classes.title);
  heading.id = 'ask-title';
  dialog.setAttribute('aria-labelledby', heading.id);
  const form = element('form', '', classes.buttons);
  form.method = 'dialog';
  const no = element('button', cancel, controls.button);
  no.value = 'no';
  const yes = element('button', confirm, controls.primary);
  yes.value = 'yes';
  yes.autofocus = true;
  form.append(no, yes);
  dialog.append(heading, element('p', words, classes.words), form);
  dialog.addEventListener('close', () => {
    dialog.remove();
    resolve(dialog.returnValue === 'yes');
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
}

/** §8: the question after a token has expired; true when the person wants to sign in again. */
export function askExpired(code: 401 | 6401, literal: Literal): Promise<boolean> {
  const { systemPrompt: title, sessionExpired, logInAgain, tokenExpired, login, cancel } = literal;
  return code === 401
    ? ask({ title, words: sessionExpired, confirm: logInAgain, cancel })
    : ask({ title, words: tokenExpired, confirm: login, cancel });
}
