// Code that does not arrive is told of: what is drawn already would not answer, and nobody would know why. In both
// languages here, since the pages' texts are in the code that is missing.
(() => {
  const [words, again] =
    document.documentElement.lang === 'zh-CN'
      ? ['此页面有一部分未能加载：连接已中断，或网站刚刚更新。', '重新加载']
      : ['Part of this page did not load: the connection broke, or a new version was put up.', 'Load again'];
  let told = false;
  const root = () => document.getElementById('root');
  /** The code is there: what it does not get later it tells of by itself. */
  const isAlive = () =>
    document.querySelector('script[type="deferred"]')
      ? 'hydrated' in document.documentElement.dataset
      : Boolean(root()?.childElementCount);
  const tell = () => {
    if (told || isAlive()) return;
    told = true;
    const bar = document.createElement('p');
    bar.setAttribute('role', 'alert');
    bar.dataset.incomplete = '';
    // Of a page that is drawn by its code nothing is there but this.
    const place = root()?.childElementCount ? 'auto 0 0' : '25vh 0 auto';
    // Styles may be what is missing.
    bar.style.cssText =
      `position:fixed;inset:${place};z-index:1000;margin:0;padding:12px 20px;text-align:center;text-wrap:balance;font:14px/1.5 var(--font,system-ui);` +
      'border-block:1px solid var(--warn,GrayText);background:var(--warn-soft,Canvas);color:var(--ink,CanvasText)';
    const button = document.createElement('button');
    button.style.cssText =
      'margin-inline-start:12px;padding:6px 14px;font:inherit;color:inherit;background:none;border:1px solid;border-radius:6px;cursor:pointer';
    button.textContent = again;
    button.addEventListener('click', () => location.reload());
    document.body.append(bar);
    // A live region that is inserted together with its words is not announced.
    setTimeout(() => bar.append(words, button));
  };
  const tellOnceDrawn = () => {
    // What is under way fails when the page is left, too; then there is nobody to tell.
    setTimeout(() => {
      if (document.body) tell();
      else addEventListener('DOMContentLoaded', tell, { once: true });
    }, 500);
  };
  addEventListener(
    'error',
    ({ target }) => {
      // Not what a browser's extension puts into the page.
      const isOurs =
        target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/assets/`);
      if (isOurs) tellOnceDrawn();
    },
    true,
  );
  addEventListener('app:incomplete', tellOnceDrawn);
})();
