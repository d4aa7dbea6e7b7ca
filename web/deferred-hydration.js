// A reading page is drawn without its code, so the code waits until it has been: on a slow line it would take the
// place of styles and pictures. The document names the code in `later` elements, which browsers leave alone.
(() => {
  let begun = false;
  const begin = () => {
    if (begun) return;
    // What names the code, and what it goes on from, may not have come yet.
    if (document.readyState === 'loading') {
      addEventListener('DOMContentLoaded', begin, { once: true });
      return;
    }
    begun = true;
    for (const { href } of document.querySelectorAll('link[rel="later"]')) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      );
    }
    for (const { src } of document.querySelectorAll('script[type="later"]')) {
      document.head.append(
        Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src }),
      );
    }
  };
  /** The frame after the next: what has come by now is on the screen then. */
  const whenDrawn = () => {
    if (document.hidden) begin();
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
  };

  // A user's links and menu are made by the code.
  if (document.documentElement.dataset.expected) begin();
  addEventListener('load', whenDrawn);
  // Nor does anybody wait who has begun to use the page. Links, forms and popovers work by themselves; the click on any
  // other button is kept.
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
    'portal:alive',
    () => {
      document.documentElement.dataset.alive = '';
      removeEventListener('click', keep, true);
      for (const button of clicked) button.click();
    },
    { once: true },
  );
})();
