/** Distance from the viewport's edge, and from elements to keep clear, px. */
const MARGIN = 16;
const GAP = 8;
/** Space at the top for the titles of drawers and dialogs, px. */
const TITLES = 72;

let pressed: Element | undefined;
let pressedIn: HTMLFormElement | null = null;

/** The pressed element, or the submit button of its form: a form may have re-rendered it. */
const lastPressed = (): Element | null | undefined =>
  pressed?.isConnected ? pressed : pressedIn?.querySelector('[type="submit"]');

/** Distance of the visual viewport's lower edge from the layout viewport's: a phone's keyboard lies between. */
function hiddenBelow(): number {
  const view = window.visualViewport;
  return view ? Math.max(0, window.innerHeight - view.offsetTop - view.height) : 0;
}

/** Places toasts above the last pressed element, and above everything marked `data-keep-clear`. */
function place(region: HTMLElement): void {
  const { left, right, height } = region.getBoundingClientRect();
  let bottom = hiddenBelow() + MARGIN;
  const kept = [...document.querySelectorAll('[data-keep-clear]'), lastPressed()]
    .filter((each) => each !== null && each !== undefined)
    .map((each) => each.getBoundingClientRect())
    // From the bottom up: raising the toasts above one element may make them cover the next.
    .sort((one, other) => other.bottom - one.bottom);
  for (const box of kept) {
    const beside = box.width === 0 || box.right <= left || box.left >= right;
    const lower = window.innerHeight - bottom;
    if (beside || box.top >= lower + GAP || box.bottom <= lower - height - GAP) continue;
    const above = window.innerHeight - box.top + GAP;
    if (above + height <= window.innerHeight - TITLES) bottom = above;
  }
  region.style.bottom = `${bottom}px`;
}

/**
 * Keeps a fixed toast region at the lower edge of the viewport, clear of the last pressed element, for as long as it
 * has any: that element moves when an error appears above it, and so does the keyboard.
 */
export function keepClear(region: HTMLElement): void {
  let frame = 0;
  const follow = () => {
    frame = 0;
    if (region.offsetHeight === 0) return;
    place(region);
    frame = requestAnimationFrame(follow);
  };
  new ResizeObserver(() => {
    if (frame === 0) follow();
  }).observe(region);
  // Fires also when Enter or a touch submits a form.
  window.addEventListener(
    'click',
    ({ target }) => {
      if (!(target instanceof Element) || region.contains(target)) return;
      pressed = target.closest('button, a, label, input, [role]') ?? target;
      pressedIn = target.closest('form');
    },
    true,
  );
}
