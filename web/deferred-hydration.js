// A reading page is drawn without its code, so the code waits until it has been: on a slow line it would take the
// place of styles and pictures. The document names the code in `deferred` elements, which browsers leave alone.
(() => {
  let begun = false;
  const begin = () => {
    if (begun) return;
    // The elements that name the code, and the state it hydrates from, may not have been parsed yet.
    if (document.readyState === 'loading') {
      addEventListener('DOMContentLoaded', begin, { once: true });
      return;
    }
    begun = true;
    for (const { href } of document.querySelectorAll('link[rel="deferred"]')) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      );
    }
    for (const { src } of document.querySelectorAll('script[type="deferred"]')) {
      document.head.append(
        Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src }),
      );
    }
  };
  /** Two frames later everything that has loaded is painted. */
  const afterPaint = () => {
    if (document.hidden) begin();
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
  };

  // A signed-in user's links and menu are drawn by the code.
  if (document.documentElement.dataset.expected) begin();
  addEventListener('load', afterPaint);
  // The first key or pointer begins at once. Links, forms and popovers work without the code; a click on any other
  // button is kept and replayed after hydration.
  const clicked = [];
  const keep = ({ target }) => {
    const button = target.closest('button:not([type="submit"], [popovertarget])');
    if (button) clicked.push(button);
    // A screen reader clicks without key or pointer.
    begin();
  };
  addEventListener('pointerdown', begin, { capture: true, once: true });
  addEventListener('keydown', begin, { capture: true, once: true });
  addEventListener('click', keep, true);
  addEventListener(
    'app:hydrated',
    () => {
      document.documentElement.dataset.hydrated = '';
      removeEventListener('click', keep, true);
      for (const button of clicked) button.click();
    },
    { once: true },
  );
})();
